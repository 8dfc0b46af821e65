import { describe, expect, test } from 'vitest'
import { safeRedirect } from './safe-redirect.ts'
import { UNSAFE_REDIRECTS } from './unsafe-redirects.ts'

const KEPT = [
  '/',
  '/?year=2026',
  '/?year=2026&type=certification',
  '/settings',
  '/settings#sessions',
  '/assessment/12?elementId=3',
  '/assessment/12/edit?elementId=3',
  '/action-reports/7',
  '/admin',
  '/admin/users?page=2&sort=name.asc',
  '/terms-of-use',
  '/loginless',
  '/authors',
  '/mfa-guide',
  '/registered',
  '/a%20b',
  '/search?q=https://example.org',
  '/%2F%2Fevil.example',
]

const BACK_TO_SIGNING_IN = [
  '/login',
  '/login/',
  '/LOGIN',
  '/login?redirect=/settings',
  '/settings/../login',
  '/./login#x',
  '/mfa',
  '/mfa?email=a@example.org',
  '/auth/sso/process-signin',
  '/auth/salesforce/callback?code=1',
  '/register/request',
  '/register/invite/abc',
  '/forgot-password',
  '/forgot-password/abc',
]

describe('a redirect value', () => {
  test.each(KEPT)('within the application is kept: %j', (value) => {
    expect(safeRedirect(value)).toBe(value)
  })
  test.each([undefined, ...UNSAFE_REDIRECTS, ...BACK_TO_SIGNING_IN])(
    'to another site or back to sign-in becomes /: %j',
    (value) => {
      expect(safeRedirect(value)).toBe('/')
    },
  )
  test('is resolved before it is checked', () => {
    expect(safeRedirect('/admin/../settings?x=1')).toBe('/settings?x=1')
  })
})
