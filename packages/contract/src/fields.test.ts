import { expect, test } from 'vitest'
import { Email, asOneLine, line } from './fields.ts'

test.each([
  'anna@example.org',
  "o'brien+news@example.org",
  'research&development@example.org',
  'c=de/o=example@mail.example.org',
  'jo@xn--80aswg.xn--p1ai',
  'jo@xn--mnchen-3ya.de',
])('%s is an address', (address) => {
  expect(Email.parse(` ${address} `)).toBe(address)
})

test.each([
  'anna',
  'anna@',
  '@example.org',
  'anna@localhost',
  'anna.lead@localhost',
  'anna@example.',
  'anna@-example.org',
  'anna lead@example.org',
  'anna@example.org, jo@example.org',
  'Anna <anna@example.org>',
  'anna@example.org\r\nbcc:jo@example.org',
])('%j is refused as an address', (address) => {
  expect(Email.safeParse(address).error?.issues[0]?.message).toBe(
    'Enter a full email address, for example finance@example.org',
  )
})

test('a line is trimmed and stored in NFC', () => {
  expect(line(1, 5).parse('  Cafe\u0301 ')).toBe('Café')
  expect(line(1, 4).safeParse('Cafe\u0301').success).toBe(true)
})

test.each([
  'a\nb',
  'a\r\nBcc: b',
  'a\tb',
  'a\u0000b',
  'a\u0085b',
  'a\u2028b',
  'a\u2029b',
  'a\ud800b',
])('%j is refused as a line', (text) => {
  expect(line(1, 120).safeParse(text).error?.issues[0]?.message).toBe(
    'Use a single line without control characters',
  )
  expect(asOneLine(` ${text}`)).toMatch(/^a[ \ufffd](Bcc: )?b$/)
})

test('a line has no characters that change the text direction', () => {
  expect(line(1, 120).safeParse('a\u202eb').error?.issues[0]?.message).toBe(
    'Remove the characters that can’t be shown',
  )
})

const MARKS = '\u0300\u0316'

test('a letter with thousands of marks is refused without holding up the process', () => {
  const { error } = line(1, 120).safeParse(`a${MARKS.repeat(120_000)}`)
  expect(error?.issues.map(({ message }) => message)).toContain('Use at most 120 characters')
  expect(line(1, 120).safeParse(`a${MARKS.repeat(16)}`).success).toBe(false)
  expect(line(1, 120).parse('Z͑ͫaͣl̈g̈o')).toBe('Z͑ͫaͣl̈g̈o'.normalize('NFC'))
})

test('of a letter with thousands of marks from a provider thirty marks stay', () => {
  expect(asOneLine(`a${MARKS.repeat(120_000)}b`)).toBe(`a${MARKS.repeat(15)}b`.normalize('NFC'))
})
