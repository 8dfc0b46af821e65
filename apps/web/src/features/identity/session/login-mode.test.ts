import { afterEach, expect, test } from 'vitest'
import { storeLoginMode, loginModeOf, offerOf, useLoginMode } from './login-mode.ts'

afterEach(() => useLoginMode.setState({ mode: null }))

test.each([
  ['private', 'credentials', undefined, 'credentials'],
  ['private', 'sso', undefined, 'sso'],
  ['private', 'combined', undefined, 'combined'],
  ['private', 'combined', 'sso', 'sso'],
  ['private', 'combined', 'credentials', 'credentials'],
  ['public', 'credentials', 'sso', 'credentials'],
  ['private', 'sso', 'credentials', 'sso'],
  ['admin', 'sso', 'sso', 'credentials'],
  ['admin', 'combined', undefined, 'credentials'],
] as const)(
  'in %s scope, allowed %s, asked %s: the page offers %s',
  (scope, allowed, requested, offer) => {
    expect(offerOf(scope, allowed, requested)).toBe(offer)
  },
)

test('the mode is that of the organisation, and in a combined one what was last offered', () => {
  expect(loginModeOf('private', 'sso')).toBe('sso')
  expect(loginModeOf('private', 'combined')).toBe('credentials')
  storeLoginMode('sso')
  expect(loginModeOf('private', 'combined')).toBe('sso')
  expect(loginModeOf('private', 'credentials')).toBe('credentials')
})

test('in admin scope the mode is always credentials', () => {
  storeLoginMode('sso')
  expect(loginModeOf('admin', 'sso')).toBe('credentials')
})
