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

/** Without what stands before a colon, which both judge alike. */
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
  // Classes unknown to the library replace no others.
  return [...new Set(classes)].filter((word) => byLibrary(`${word} ${word}`) === word)
}

test('classes take each other’s place as the library has it, for every pair that we use', () => {
  const classes = ourClasses()
  expect(classes.length).toBeGreaterThan(500)
  const wrong = classes.flatMap((one) =>
    classes.map((other) => `${one} ${other}`).filter((pair) => cn(pair) !== byLibrary(pair)),
  )
  expect(wrong).toEqual([])
}, 60_000)
