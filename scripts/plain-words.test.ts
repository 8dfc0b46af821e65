import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = resolve(import.meta.dirname, '..')

/** Words that no one says in an office, and what to write instead. docs/glossary.md has the words of the product. */
const WORDS: Record<string, string> = JSON.parse(
  readFileSync(resolve(ROOT, 'scripts/plain-words.json'), 'utf8'),
)

// Texts that the specification or another program's interface asks for.
const ALLOWED: RegExp[] = []

const files = execFileSync('git', ['ls-files'], { cwd: ROOT, encoding: 'utf8' })
  .split('\n')
  .filter((file) => /\.(tsx?|sql|md|typ|css|html)$/.test(file))
  .filter((file) => !/\.gen\.|\/generated\/|CHANGELOG|plain-words\.test|glossary\.md/.test(file))

test.each(Object.entries(WORDS))('no text, comment or name says "%s" (%s)', (words) => {
  const found = new RegExp(`\\b(${words})\\b`, 'i')
  expect(files.flatMap((file) => linesWith(found, file))).toEqual([])
})

function linesWith(found: RegExp, file: string): string[] {
  const name = found.test(asWords(file)) ? [file] : []
  const lines = readFileSync(resolve(ROOT, file), 'utf8').split('\n')
  return [
    ...name,
    ...lines.flatMap((line, index) =>
      found.test(asWords(line)) ? [`${file}:${index + 1} ${line.trim().slice(0, 100)}`] : [],
    ),
  ]
}

/** Finds the word in `isBegun`, `not_begun` and `not-begun` as well. */
function asWords(text: string): string {
  const allowed = ALLOWED.reduce((rest, phrase) => rest.replace(phrase, ''), text)
  return allowed.replace(/([a-z])([A-Z])/g, '$1 $2').replace(/[_-]/g, ' ')
}
