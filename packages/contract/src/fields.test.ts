import { expect, test } from 'vitest'
import { Email, asOneLine, line, text } from './fields.ts'

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
  ['a\nb', 'a b'],
  ['a\r\nBcc: b', 'a Bcc: b'],
  ['a\tb', 'a b'],
  ['a\u0000b', 'ab'],
  ['a\u0085b', 'a b'],
  ['a\u2028b', 'a b'],
  ['a\u2029b', 'a b'],
  ['a\ud800b', 'ab'],
  ['a\u202eb', 'ab'],
])('%j is cleaned to one line', (text, shown) => {
  expect(line(1, 120).parse(text)).toBe(shown)
  expect(asOneLine(` ${text}`)).toBe(shown)
})

test.each(['\u200b', '\u3164', '\u2800', '\u200e\u200f', ' \u00ad\u2060 ', '\u{e0041}'])(
  '%j is no text, because no one sees it',
  (unseen) => {
    expect(line(1, 120).safeParse(unseen).error?.issues[0]?.message).toBe('Enter a value')
    expect(text(1, 120).safeParse(unseen).success).toBe(false)
    expect(text(0, 120).parse(unseen)).toBe('')
  },
)

test('characters that no one sees around an address are removed', () => {
  expect(Email.parse('\u202aanna@example.org\u202c\u200b')).toBe('anna@example.org')
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
