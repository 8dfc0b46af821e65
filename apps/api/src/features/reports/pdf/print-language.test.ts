import { expect, test } from 'vitest'
import { isHyphenated, printLanguage } from './print-language.ts'

test.each([
  ['de', 'de', null, 'ltr'],
  ['de-AT', 'de', 'AT', 'ltr'],
  ['en', 'en', 'GB', 'ltr'],
  ['en-US', 'en', 'US', 'ltr'],
  ['ar', 'ar', null, 'rtl'],
  ['zh-Hans', 'zh', 'CN', 'ltr'],
  ['zh-Hant', 'zh', 'TW', 'ltr'],
  ['zh-Hant-HK', 'zh', 'HK', 'ltr'],
  ['zh-SG', 'zh', 'SG', 'ltr'],
  ['', 'en', 'GB', 'ltr'],
  ['german', 'en', 'GB', 'ltr'],
  [undefined, 'en', 'GB', 'ltr'],
])('a set in %j is printed as %s, region %s, %s', (tag, lang, region, direction) => {
  expect(printLanguage(tag)).toEqual({ lang, region, direction })
})

test('German words are hyphenated, Japanese ones are not', () => {
  expect([isHyphenated('de-CH'), isHyphenated('ja')]).toEqual([true, false])
})
