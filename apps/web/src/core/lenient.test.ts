import { expect, test } from 'vitest'
import { illegalIn, lenient, oneOf, someText, wholeNumber } from './lenient.ts'

const read = lenient({
  year: wholeNumber(2000, 2100),
  type: oneOf(['self_assessment', 'certification']),
  redirect: someText,
})

test('valid values are kept, and a year in quotes becomes a number', () => {
  expect(read({ year: 2026, type: 'certification', redirect: '/x' })).toEqual({
    year: 2026,
    type: 'certification',
    redirect: '/x',
  })
  expect(read({ year: '2026' })).toEqual({ year: 2026 })
})

test('invalid and unknown values are dropped', () => {
  const wrong = [1999, 2101, 20.5, 'x', '', ' ', null, true, [2026], { year: 2026 }, Infinity]
  for (const year of wrong) expect(read({ year })).toEqual({})
  expect(read({ type: 'other', redirect: '', page: 3 })).toEqual({})
  expect(read({ type: ['certification'], redirect: { to: '/' } })).toEqual({})
})

test('unknown parameters are set to undefined, because the router keeps missing ones', () => {
  expect(Object.keys(read({ utm_source: 'mail' }))).toContain('utm_source')
  expect(read({ constructor: 'x' })).toEqual({})
})

test('text that looks like a number in the address stays text', () => {
  expect(read({ redirect: 2024 })).toEqual({ redirect: '2024' })
})

test('invalid parameters are reported as they appear in the address', () => {
  const shape = { limit: wholeNumber(1, 100), order_dir: oneOf(['asc', 'desc']) }
  expect(illegalIn(shape, { limit: 'ten', order_dir: 'desc', other: ['a'] })).toEqual([
    'limit=ten',
    'other=["a"]',
  ])
  expect(illegalIn(shape, { limit: 20, order_dir: undefined })).toEqual([])
})
