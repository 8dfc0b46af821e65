import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { extendTailwindMerge } from 'tailwind-merge'
import { expect, test } from 'vitest'
import { cn } from './cn.ts'

const byLibrary = extendTailwindMerge({
  extend: {
    theme: {
      text: ['11', '12', '13', '14', '15', '16', '18', '21', '26', '28', '33', '44', 'control'],
      spacing: ['control'],
      shadow: ['float'],
    },
  },
})

/** A filter that the library takes for a gradient, and a word of a sentence. */
const NO_CLASSES = new Set(['to-confirm', 'filter'])

/** The classes in our sources, without variants such as `sm:`, which both handle the same way. */
function ourClasses(): string[] {
  const root = join(import.meta.dirname, '..')
  const sources = globSync('**/*.tsx', { cwd: root }).map((file) =>
    readFileSync(join(root, file), 'utf8'),
  )
  const words = sources.flatMap((source) =>
    [...source.matchAll(/['"`]([^'"`\n]*)['"`]/g)].flatMap(([, text = '']) => text.split(/\s+/)),
  )
  const bare = words.map((word) => word.replace(/^(?:[^\s:[\]]*(?:\[[^\]]*\])?[^\s:[\]]*:)+/, ''))
  const classes = bare.filter((word) => /^-?[a-z][\w./%#()[\],*+-]*$/.test(word))
  // The library never replaces classes that it doesn't know.
  return [...new Set(classes)].filter(
    (word) => !NO_CLASSES.has(word) && byLibrary(`${word} ${word}`) === word,
  )
}

/** Each class with itself and a tenth of the pairs in `npm test`, all in `npm run proof`. */
const STEP = process.env.PROOF === undefined ? 10 : 1

test('classes replace each other as in the library, for the pairs that we use', () => {
  const classes = ourClasses()
  expect(classes.length).toBeGreaterThan(500)
  const wrong = classes.flatMap((one, index) =>
    classes
      .filter((_, other) => other === index || (index + other) % STEP === 0)
      .map((other) => `${one} ${other}`)
      .filter((pair) => cn(pair) !== byLibrary(pair)),
  )
  expect(wrong).toEqual([])
})
