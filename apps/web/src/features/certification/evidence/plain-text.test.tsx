import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { ReadText } from './plain-text.tsx'

const markupOf = (bytes: number[] | Uint8Array) =>
  renderToStaticMarkup(<ReadText name="a.txt" bytes={new Uint8Array(bytes).buffer} isCut={false} />)

test.each([
  ['geprüft', 'Western European (Windows-1252)', [0x67, 0x65, 0x70, 0x72, 0xfc, 0x66, 0x74]],
  ['geprüft', 'Western European (DOS 850)', [0x67, 0x65, 0x70, 0x72, 0x81, 0x66, 0x74]],
  ['ตรวจสอบ', 'Thai (Windows-874, TIS-620)', [0xb5, 0xc3, 0xc7, 0xa8, 0xca, 0xcd, 0xba]],
  ['計画', 'Japanese (Shift-JIS)', [0x8c, 0x76, 0x89, 0xe6]],
  ['备份', 'Simplified Chinese (GBK, GB 18030)', [0xb1, 0xb8, 0xb7, 0xdd]],
])('%s is shown, with its encoding chosen: %s', (text, encoding, bytes) => {
  const markup = markupOf(bytes)
  expect(markup).toContain(`>${text}</pre>`)
  expect(markup).toMatch(/<label[^>]*>Encoding<\/label>/)
  expect(markup.match(/<option[^>]* selected=""[^>]*>([^<]+)/)?.[1]).toBe(encoding)
  expect(markup.match(/(?<=<optgroup label=")[^"]+/g)).toEqual(
    'Latin Cyrillic Greek Hebrew Arabic Thai Japanese Chinese Korean'.split(' '),
  )
})

test('a text in Unicode has no choice of encodings', () => {
  const markup = markupOf(new TextEncoder().encode('Dóra, 計画'))
  expect(markup).toContain('>Dóra, 計画</pre>')
  expect(markup).not.toContain('Encoding')
})
