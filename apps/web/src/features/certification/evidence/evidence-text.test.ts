import { expect, test } from 'vitest'
import { evidenceText } from './evidence-text.ts'

const utf8 = (text: string) => new TextEncoder().encode(text)
const read = (bytes: Uint8Array<ArrayBuffer>) => evidenceText(bytes.buffer).text

test.each([
  ['a window’s title and bells', '\u001B]0;build\u0007$ ls\nexit\u0007\n', '$ ls\nexit\n'],
  ['progress with backspaces', 'a\n\b10%\b\b\b100%\n', 'a\n100%\n'],
  ['bold letters of a printer', 'N\bNO\bO\n', 'NO\n'],
  ['the end of a text of DOS', 'DOS\r\n\u001A', 'DOS\r\n'],
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
  expect(evidenceText(buffer, 'macintosh')).toEqual({ text: 'geprÅft', encoding: 'macintosh' })
})
