import { expect, test } from 'vitest'
import { addressFault } from './connect.ts'

test.each([
  'http://idp.example.org',
  'https://127.0.0.1/oidc',
  'https://10.0.0.8',
  'https://[::1]/',
  'https://2130706433/',
  'https://user:secret@idp.example.org',
  'https://idp.internal',
  'https://localhost',
])('outside development the private address %s is refused', (address) => {
  expect(addressFault(address, true)).toMatch(/^Enter an https address/)
  expect(addressFault(address, false)).toBeUndefined()
})

test('a public https address is accepted', () => {
  expect(addressFault('https://idp.example.org/realms/one', true)).toBeUndefined()
})
