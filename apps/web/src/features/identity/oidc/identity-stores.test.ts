import { expect, test } from 'vitest'
import { identityFailed, useIdentityAuth } from './identity-stores.ts'

test.each([
  [new DOMException('Setting the value exceeded the quota.', 'QuotaExceededError'), /can’t store/],
  [new DOMException('Access is denied.', 'SecurityError'), /can’t store/],
  [new DOMException('The user aborted a request.', 'AbortError'), /^The user aborted/],
  [new Error('Network timed out'), /^Network timed out$/],
  ['', /^Failed to sign in$/],
])('%s is shown as what the user can do about it, if that is known', (error, shown) => {
  identityFailed(error, 'Failed to sign in', 'acme.localhost')
  expect(useIdentityAuth.getState().oidcError).toMatch(shown)
})
