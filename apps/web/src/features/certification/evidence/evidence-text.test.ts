import { expect, test } from 'vitest'
import { evidenceText } from './evidence-text.ts'

const bytesOf = (hex: string) =>
  Uint8Array.from(hex.match(/../g) ?? [], (byte) => Number(`0x${byte}`))
const utf8 = (text: string) => new TextEncoder().encode(text)
const utf16 = (text: string, isLittle = true) => {
  const view = new DataView(new ArrayBuffer(2 * text.length))
  for (let at = 0; at < text.length; at++) view.setUint16(2 * at, text.charCodeAt(at), isLittle)
  return new Uint8Array(view.buffer)
}
const read = (bytes: Uint8Array<ArrayBuffer>) => evidenceText(bytes.buffer)

test.each([
  ['UTF-8', utf8('Dóra, 計画')],
  ['UTF-8 with a mark', utf8('\uFEFFDóra, 計画')],
  ['UTF-16', utf16('\uFEFFDóra, 計画')],
  ['UTF-16, big-endian', utf16('\uFEFFDóra, 計画', false)],
  ['UTF-16 without a mark', utf16('Dóra, 計画')],
])('a text in %s is readable', (_, bytes) => {
  expect(read(bytes)).toBe('Dóra, 計画')
})

test.each([
  ['Windows-1252', 'Qualität geprüft, Maßnahme läuft: für alle Büros übernommen', 'latin1'],
  [
    'Shift-JIS',
    '項目,担当者,結果\r\nバックアップ,山田,確認済み\r\n',
    '8d8096da2c92539396 8ed22c8c8b89ca0d0a836f8362834e834183628376 2c8e5293632c8a6d94468dcf82dd0d0a',
  ],
  ['ISO-2022-JP', '計画', '1b2442 3757 3268 1b2842'],
  [
    'KOI8-R',
    'Проверка завершена, резервная копия создана',
    'f0d2cfd7c5d2cbc1 20 dac1d7c5d2dbc5cec1 2c20 d2c5dac5d2d7cec1d1 20 cbcfd0c9d1 20 d3cfdac4c1cec1',
  ],
])('a text in %s is readable', (_, text, encoded) => {
  const bytes =
    encoded === 'latin1'
      ? Uint8Array.from(text, (character) => character.charCodeAt(0))
      : bytesOf(encoded.replaceAll(' ', ''))
  expect(read(bytes)).toBe(text)
})

test.each(['备份已经验证，负责人张三\r\n', '項目,担当者\r\n', 'Резервная копия\r\n'])(
  '%j in UTF-16 without a mark is readable',
  (text) => {
    expect(read(utf16(text))).toBe(text)
    expect(read(utf16(text, false))).toBe(text)
  },
)

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
