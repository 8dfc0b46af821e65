import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { fontPaths, nameScriptsWithoutFont, scriptsWithoutFont } from './pdf-fonts.ts'

test('each font is in its package', () => {
  expect(fontPaths({ cjk: true }).filter((path) => !existsSync(path))).toEqual([])
})

test.each([
  ['สวัสดี ครับ, hello', '[Thai], hello', ['Thai']],
  ['Hello สวัสดี ՀԱՅ!', 'Hello [Thai] [Armenian]!', ['Thai', 'Armenian']],
  ['Ω Ж עב عر हि 中 か 한 ㄅ é ✓ 👍 \u{20000}', 'Ω Ж עב عر हि 中 か 한 ㄅ é ✓ 👍 \u{20000}', []],
  ['ՀԱՅ สวัสดี ՀԱՅ', '[Armenian] [Thai] [Armenian]', ['Armenian', 'Thai']],
  ['𐤀𐤁 and 𐎀 ไ', '[another script] and [another script] [Thai]', ['another script', 'Thai']],
])('the scripts of %j that have no font are named', (text, named, scripts) => {
  expect(nameScriptsWithoutFont(text)).toBe(named)
  expect(scriptsWithoutFont(text)).toEqual(scripts)
})
