import { expect, test } from 'vitest'
import { directionOf, localeOf } from './language.ts'

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
