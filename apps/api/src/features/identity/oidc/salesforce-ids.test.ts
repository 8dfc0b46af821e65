import { expect, test } from 'vitest'
import { isSameId, longId } from './verify-exchange.ts'

test.each([
  ['001A0000006Vm9u', '001A0000006Vm9uIAC'],
  ['a0B5e000001AbCd', 'a0B5e000001AbCdEAK'],
  ['005000000000000', '005000000000000AAA'],
  ['001A0000006Vm9uIAC', '001A0000006Vm9uIAC'],
  ['short', 'short'],
])('%s is %s in its long form', (id, long) => {
  expect(longId(id)).toBe(long)
})

test.each([
  ['00DWM0000000001', '00DWM0000000001', true],
  ['00DWM0000000001', '00DWM0000000001YAA', true],
  ['00DWM0000000001', '00dWM0000000001', false],
  ['00DWM0000000001', '00DWM0000000002', false],
  ['', '', false],
  ['00DWM', '00DWM', false],
])('%s and %s name the same: %s', (a, b, isSame) => {
  expect(isSameId(a, b)).toBe(isSame)
})
