import { expect, test } from 'vitest'
import { evidenceText } from './evidence-text.ts'

const utf8 = (text: string) => new TextEncoder().encode(text)
const read = (bytes: Uint8Array<ArrayBuffer>) => evidenceText(bytes.buffer).text

test.each([
  ['a window’s title and bells', '\u001B]0;build\u0007$ ls\nexit\u0007\n', '$ ls\nexit\n'],
  ['progress with backspaces', 'a\n\b10%\b\b\b100%\n', 'a\n100%\n'],
  ['bold letters of a printer', 'N\bNO\bO\n', 'NO\n'],
  ['the end of a text of DOS', 'DOS\r\n\u001A', 'DOS\r\n'],
  ['the lines of an old Mac', 'Name\rAda\r\rBo\r', 'Name\nAda\n\nBo\n'],
  ['progress in one line', '10%\r20%\r\b100%\r\nend', '10%\n20%\n100%\r\nend'],
  ['lines that end twice', 'a\r\r\nb', 'a\r\nb'],
  ['a line break of Word', 'Policy\u000BPart two', 'Policy\nPart two'],
  ['changes of letters, and zeros at its end', '\u000EPASS\u000F ab\u007Fc\n\0\0', 'PASS abc\n'],
  ['separators of records', 'a\u001Fb\u001Ec\u001Dd\u001Ce', 'a b c d e'],
])('a text with %s shows what a terminal shows', (_, text, shown) => {
  expect(read(utf8(text))).toBe(shown)
})

test('the colours of a terminal are left out', () => {
  expect(read(utf8('\u001B[1;32mPASS\u001B[0m backups\r\n'))).toBe('PASS backups\r\n')
})

test('a letter shows 30 accents, because more would block the page', () => {
  expect(read(utf8(`e${'\u0301'.repeat(200_000)}f`))).toBe(`e${'\u0301'.repeat(30)}f`)
})

test('a long line shows its first 2,000 characters', () => {
  expect(read(utf8(`${'a'.repeat(3500)}\nb\n${'c'.repeat(2000)}`))).toBe(
    `${'a'.repeat(2000)}… (the line has 1,500 more characters)\nb\n${'c'.repeat(2000)}`,
  )
})

test('a text is read in the encoding that is chosen', () => {
  const { buffer } = Uint8Array.of(0x67, 0x65, 0x70, 0x72, 0x81, 0x66, 0x74)
  expect(evidenceText(buffer)).toEqual({ text: 'geprüft', encoding: 'cp850' })
  expect(evidenceText(buffer, 'macintosh')).toEqual({
    text: 'geprÅft',
    encoding: 'macintosh',
  })
})
