import { beforeEach, expect, test, vi } from 'vitest'
import { MemoryStorage } from '#core/memory-storage.ts'
import { localKeys } from '#core/storage-keys.ts'
import { rememberColumns, rememberedColumns, shapeOf, withColumn } from './table-columns.ts'

beforeEach(() => vi.stubGlobal('localStorage', new MemoryStorage()))

test('columns are remembered for files whose columns have the same names', () => {
  rememberColumns(['Ref', 'Text'], ['key', 'text'])
  rememberColumns(['Text'], ['text'])
  expect(rememberedColumns(['Ref', 'Text'])).toEqual(['key', 'text'])
  expect(rememberedColumns(['Text', 'Ref'])).toBeUndefined()
  expect(shapeOf(['a', 'b'])).not.toBe(shapeOf(['ab']))
})

test('a stored value that is none of ours is ignored', () => {
  localStorage.setItem(localKeys.columns, 'x')
  expect(rememberedColumns(['Text'])).toBeUndefined()
})

test('a field that only one column can be is taken from the other', () => {
  expect(withColumn(['text', 'ignored'], 1, 'text')).toEqual(['ignored', 'text'])
  expect(withColumn(['guidance', 'ignored'], 1, 'guidance')).toEqual(['guidance', 'guidance'])
})
