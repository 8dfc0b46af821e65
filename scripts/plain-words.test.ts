import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = resolve(import.meta.dirname, '..')

/** Words that no one says in an office, and what to write instead. docs/glossary.md has the words of the product. */
const WORDS: Record<string, string> = JSON.parse(
  readFileSync(resolve(ROOT, 'scripts/plain-words.json'), 'utf8'),
)

const FOUND = new RegExp(`\\b(${Object.keys(WORDS).join('|')})\\b`, 'i')

const files = execFileSync('git', ['ls-files'], { cwd: ROOT, encoding: 'utf8' })
  .split('\n')
  .filter((file) => /\.(tsx?|sql|md|typ|css|html)$/.test(file))
  .filter((file) => !/\.gen\.|\/generated\/|CHANGELOG|plain-words\.test|glossary\.md/.test(file))

test('every text, comment and name says the plain word', () => {
  expect(files.flatMap(faultsOf)).toEqual([])
})

function faultsOf(file: string): string[] {
  const text = readFileSync(resolve(ROOT, file), 'utf8')
  // Most files are fine, so one look at the whole is enough.
  if (!FOUND.test(asWords(`${file}\n${text}`))) return []
  return [file, ...text.split('\n')].flatMap((line, number) => {
    const [words] = FOUND.exec(asWords(line)) ?? []
    if (words === undefined) return []
    return [`${file}:${number} says "${words}", not: ${insteadOf(words)}`]
  })
}

function insteadOf(words: string): string | undefined {
  return Object.entries(WORDS).find(([one]) => new RegExp(`\\b(${one})\\b`, 'i').test(words))?.[1]
}

/** Finds the word in `isBegun`, `not_begun` and `not-begun` as well. */
function asWords(text: string): string {
  return text.replace(/([a-z])([A-Z])/g, '$1 $2').replace(/[_-]/g, ' ')
}
