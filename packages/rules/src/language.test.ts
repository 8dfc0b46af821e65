import { expect, test } from 'vitest'
import { directionOf, isolated, localeOf, scriptsText } from './language.ts'

test.each([
  ['ar', 'rtl'],
  ['he-IL', 'rtl'],
  ['fa', 'rtl'],
  ['ur-PK', 'rtl'],
  ['az-Arab', 'rtl'],
  ['ckb', 'rtl'],
  ['de', 'ltr'],
  ['az', 'ltr'],
  ['zh-Hant', 'ltr'],
  ['', 'ltr'],
  ['german', 'ltr'],
  ['no tag', 'ltr'],
  [null, 'ltr'],
] as const)('the language %j is written %s', (language, direction) => {
  expect(directionOf(language)).toBe(direction)
})

test('a locale has its likely script and region, and anything else than a tag has none', () => {
  expect(localeOf('zh-Hant')).toMatchObject({ language: 'zh', script: 'Hant', region: 'TW' })
  expect(localeOf('zh')).toMatchObject({ script: 'Hans', region: 'CN' })
  for (const other of ['german', 'no tag', '', undefined, '日本'])
    expect(localeOf(other)).toBeUndefined()
})

test('scripts without a font are named as the PDF names them', () => {
  expect(scriptsText(['Thai', 'Khmer'])).toBe(
    'PDFs can’t show Thai and Khmer text. Report and certificate PDFs show [Thai] and [Khmer] instead. The text appears correctly on screen.',
  )
})

test('a name written from right to left is isolated within a sentence', () => {
  expect(isolated('المورّدون')).toBe('\u2068المورّدون\u2069')
  expect(isolated('GV.OC-01')).toBe('GV.OC-01')
  expect(isolated('供应商')).toBe('供应商')
})
