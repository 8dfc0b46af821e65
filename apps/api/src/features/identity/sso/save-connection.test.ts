import { expect, test } from 'vitest'
import { entryPointFault, issuerFault } from './save-connection.ts'

const STRICT = { isStrict: true, trusted: [] }
const TRUSTING = { isStrict: true, trusted: ['10.0.0.0/8', 'idp.internal'] }
const OPEN = { isStrict: false, trusted: [] }
const PRIVATE = [
  'https://127.0.0.1/oidc',
  'https://10.0.0.8',
  'https://[::1]/',
  'https://2130706433/',
  'https://idp.internal',
  'https://localhost',
]
const INSECURE = ['http://idp.example.org', 'https://user:secret@idp.example.org']

test.each(PRIVATE)(
  'outside development an issuer at the private address %s is refused',
  (address) => {
    expect(issuerFault(address, STRICT)).toMatch(/private network.* TRUSTED_PROVIDER_NETWORKS\.$/)
    expect(issuerFault(address, OPEN)).toBeUndefined()
  },
)

test.each(PRIVATE)('browsers may open a SAML entry point at the private address %s', (address) => {
  expect(entryPointFault(address, STRICT)).toBeUndefined()
})

test.each(INSECURE)('outside development %s is refused', (address) => {
  for (const faultOf of [issuerFault, entryPointFault]) {
    expect(faultOf(address, TRUSTING)).toMatch(/https:\/\//)
    expect(faultOf(address, OPEN)).toBeUndefined()
  }
})

test('a public issuer is accepted, and a private one that the operator trusts', () => {
  expect(issuerFault('https://idp.example.org/realms/one', STRICT)).toBeUndefined()
  expect(issuerFault('https://10.0.0.8', TRUSTING)).toBeUndefined()
  expect(issuerFault('https://idp.internal', TRUSTING)).toBeUndefined()
  expect(issuerFault('https://127.0.0.1', TRUSTING)).toMatch(/private network/)
})
