import { expect, test } from 'vitest'
import { errorFrom } from './api-error.ts'

const GENERAL = 'Some values are not valid. Correct them and try again.'

async function messageOf(body: object, status = 400) {
  return (await errorFrom(Response.json(body, { status }))).message
}

test('a refusal says why each field was refused', async () => {
  const fields = { note: 'Use at most 2,000 characters' }
  expect(await messageOf({ code: 'invalid-input', message: GENERAL, fields })).toBe(
    'Use at most 2,000 characters.',
  )
  const several = { a: 'Enter a value', b: 'Is that right?', c: 'Enter a value' }
  expect(await messageOf({ code: 'invalid-input', message: GENERAL, fields: several })).toBe(
    'Enter a value. Is that right?',
  )
})

test('a refusal without fields, and any other error, keeps its message', async () => {
  expect(await messageOf({ code: 'invalid-input', message: GENERAL })).toBe(GENERAL)
  const conflict = { code: 'conflict', message: 'Changed elsewhere.', fields: { a: 'Taken' } }
  expect(await messageOf(conflict, 409)).toBe('Changed elsewhere.')
})
