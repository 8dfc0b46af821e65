import { expect, test } from 'vitest'
import { ApiError } from '#core/api-error.ts'
import { onlyNeeded, stepErrorOf, stepOf } from './typed-confirmation.ts'

test.for([
  ['123 456', { code: '123 456' }],
  ['', { code: '' }],
  ['abcd-2345', { recovery_code: 'abcd-2345' }],
  ['123456a', { recovery_code: '123456a' }],
] as const)('"%s" is sent as %j', ([typed, step]) => {
  expect(stepOf(typed)).toEqual(step)
})

test('only what is required is sent', () => {
  const confirmation = { password: 'secret', code: '123456' }
  expect(onlyNeeded(confirmation, 'nothing')).toEqual({})
  expect(onlyNeeded(confirmation, 'password')).toEqual({ password: 'secret' })
  expect(onlyNeeded(confirmation, 'password-and-code')).toEqual(confirmation)
})

test('a refused code is shown at the field, whichever code it was', () => {
  const refused = (fields: Record<string, string>) =>
    stepErrorOf(new ApiError({ status: 422, code: 'code-wrong', message: '', fields }))
  expect(refused({ code: 'Wrong code' })).toBe('Wrong code')
  expect(refused({ recovery_code: 'Used before' })).toBe('Used before')
  expect(refused({ password: 'Wrong password' })).toBeUndefined()
  expect(stepErrorOf(new Error('offline'))).toBeUndefined()
})
