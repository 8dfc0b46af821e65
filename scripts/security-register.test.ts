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
  '%s cites files or headings that exist, or gives a reason',
  (_, entry) => {
    expect(faultsOf(entry)).toEqual([])
  },
)

describe('the check', () => {
  const files: Record<string, string> = {
    'src/a.test.ts': '',
    'docs/security.md': `# A heading, one\n${'A sentence. '.repeat(10)}\n## Empty\n## Next\n`,
  }
  const read = (path: string) => files[path]
  const entry = (evidence: string, state = 'met'): Entry => ({
    id: '1.1.1',
    level: '1',
    requirement: 'a requirement',
    state,
    evidence,
  })

  test.each([
    ['a file', '`src/a.test.ts`', 'met'],
    ['a heading', '[A heading](#a-heading-one)', 'met'],
    ['a reason with a setting', 'Only where `SETTING` is set.', 'not applicable'],
    ['a file and a reason', '`src/a.test.ts` The specification decides.', 'deviation'],
  ])('accepts %s', (_, evidence, state) => {
    expect(faultsOf(entry(evidence, state), read)).toEqual([])
  })

  test.each([
    ['no evidence', 'trust us', 'met', 'cites no file or heading'],
    ['a missing file', '`src/b.test.ts`', 'met', 'there is no file src/b.test.ts'],
    ['one missing file of two', '`src/a.test.ts` `src/b.ts`', 'met', 'there is no file src/b.ts'],
    ['a missing heading', '[A heading](#a-heading)', 'met', 'there is no heading #a-heading'],
    ['an empty section', '[Empty](#empty)', 'met', 'there is no text under #empty'],
    ['an open requirement without a reason', '', 'open', 'gives no reason'],
    ['a reason of one word', 'no', 'not applicable', 'gives no reason'],
    ['a deviation without a reason', '`src/a.test.ts`', 'deviation', 'gives no reason'],
    [
      'a deviation without evidence',
      'The specification decides.',
      'deviation',
      'cites no file or heading',
    ],
  ])('refuses %s', (_, evidence, state, fault) => {
    expect(faultsOf(entry(evidence, state), read)).toEqual([fault])
  })

  test('refuses a folder', () => {
    expect(faultsOf(entry('`docs/decisions`'))).toEqual(['there is no file docs/decisions'])
  })
})
