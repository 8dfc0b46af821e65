import { expect, test } from 'vitest'
import { lengthOf, piecesOf } from './label-text.ts'

test('a label breaks at spaces, and Chinese and Japanese ones anywhere but before punctuation', () => {
  expect(piecesOf('1\u00a0People and skills')).toEqual(['1\u00a0People', ' and', ' skills'])
  expect(piecesOf('RTO は短い。')).toEqual(['RTO', ' は', '短', 'い。'])
  expect(piecesOf('위험 평가')).toEqual(['위험', ' 평가'])
})

test('a Chinese, Japanese or Korean letter is as wide as two Latin ones', () => {
  expect(['People', '訓練', '위험 평가', 'القيادة'].map(lengthOf)).toEqual([6, 4, 9, 7])
})
