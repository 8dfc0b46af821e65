import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type Entry, faultsOf, readRegister } from './security-register.ts'

const register = readRegister(
  readFileSync(join(import.meta.dirname, '../docs/security.md'), 'utf8'),
)

// OWASP ASVS 5.0.0, chapters 6, 7, 9 and 10, by level.
const REQUIREMENTS: Record<string, string> = {
  '1': `6.1.1 6.2.1 6.2.2 6.2.3 6.2.4 6.2.5 6.2.6 6.2.7 6.2.8 6.3.1 6.3.2 6.4.1 6.4.2
    7.2.1 7.2.2 7.2.3 7.2.4 7.4.1 7.4.2 9.1.1 9.1.2 9.1.3 9.2.1 10.4.1 10.4.2 10.4.3 10.4.4 10.4.5`,
  '2': `6.1.2 6.1.3 6.2.9 6.2.10 6.2.11 6.2.12 6.3.3 6.3.4 6.4.3 6.4.4 6.5.1 6.5.2 6.5.3 6.5.4 6.5.5
    6.6.1 6.6.2 6.6.3 6.8.1 6.8.2 6.8.3 6.8.4 7.1.1 7.1.2 7.1.3 7.3.1 7.3.2 7.4.3 7.4.4 7.4.5 7.5.1 7.5.2
    7.6.1 7.6.2 9.2.2 9.2.3 9.2.4 10.1.1 10.1.2 10.2.1 10.2.2 10.3.1 10.3.2 10.3.3 10.3.4
    10.4.6 10.4.7 10.4.8 10.4.9 10.4.10 10.4.11 10.5.1 10.5.2 10.5.3 10.5.4 10.5.5 10.6.1 10.6.2
    10.7.1 10.7.2 10.7.3`,
}

test('the register has every requirement of its chapters once, with its level', () => {
  const expected = Object.entries(REQUIREMENTS).flatMap(([level, ids]) =>
    ids.split(/\s+/).map((id) => `${id} level ${level}`),
  )
  expect(expected).toHaveLength(89)
  expect(register.map(({ id, level }) => `${id} level ${level}`).sort()).toEqual(expected.sort())
})

test.each(register.map((entry) => [entry.id, entry] as const))(
  '%s names tests or headings that exist, or says why not',
  (_, entry) => {
    expect(faultsOf(entry)).toEqual([])
  },
)

describe('the check notices', () => {
  const source = `
describe('a part', () => {
  test('that is shown', () => {})
  test.each([['one'], ['test']])(
    'each of %s', () => {})
})
test.skip("somebody's, skipped", () => {})
test.todo('not written')
`
  const docs = '# Heading of its own, one\n'
  const read = (file: string) => ({ 'a.test.ts': source, 'docs/security.md': docs })[file]
  const entry = (evidence: string, state = 'shown'): Entry => ({
    id: '1.1.1',
    level: '1',
    demand: 'something',
    state,
    evidence,
  })

  test.each([
    '`a.test.ts`: «that is shown»',
    '`a.test.ts`: «a part › that is shown» «each of %s»',
    '[Heading](#heading-of-its-own-one)',
  ])('nothing wrong with %s', (evidence) => {
    expect(faultsOf(entry(evidence), read)).toEqual([])
  })

  test.each([
    ['no evidence', 'trust us', /neither a test nor a heading/],
    ['a file that is gone', '`b.test.ts`: «that is shown»', /no file/],
    ['a test that is gone', '`a.test.ts`: «that was shown»', /no test/],
    ['half a title', '`a.test.ts`: «that is»', /no test/],
    ['a test of another part', '`a.test.ts`: «each of %s › that is shown»', /no test/],
    ['a skipped test', "`a.test.ts`: «somebody's, skipped»", /does not always run/],
    ['a test to be written', '`a.test.ts`: «not written»', /does not always run/],
    ['a heading that is gone', '[Heading](#heading)', /no heading/],
    ['a misspelt reference', '`a.test.ts`: «that is shown» `a.test.ts` «each»', /cannot be read/],
  ])('%s', (_, evidence, fault) => {
    expect(faultsOf(entry(evidence), read)).toEqual([expect.stringMatching(fault)])
  })

  test('an entry without a test and without a reason', () => {
    expect(faultsOf(entry('', 'open'), read)).toEqual(['says no reason'])
    expect(faultsOf(entry('no', 'not applicable'), read)).toEqual(['says no reason'])
    expect(faultsOf(entry('`a.test.ts`: «that is shown»', 'otherwise'), read)).toEqual([
      'says no reason',
    ])
    expect(faultsOf(entry('The specification wants it so.', 'otherwise'), read)).toEqual([
      'names neither a test nor a heading',
    ])
  })
})
