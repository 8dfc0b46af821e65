import { expect, test } from 'vitest'
import { auditDetails } from './audit-details.ts'

test.each([
  [
    { method: 'password', verification: 'recovery code' },
    ['Sign-in method: Password', 'Two-step verification: Recovery code'],
  ],
  [{ limit: 'login account' }, ['Limit: Sign-in attempts for one account']],
  [{ before: 'user', after: 'admin, user' }, ['Previous roles: User', 'New roles: Admin, User']],
  [{ fields: 'name, organisation_name' }, ['Changed fields: Name, Organisation name']],
  [{ is_published: true, kept_for_years: 3 }, ['Published: Yes', 'Retention period in years: 3']],
  [{ bytes: 2048, reason: '' }, ['Size: 2 KB']],
  [{ later_version: 'x', organisations: null }, ['Later version: x']],
])('the details %j of an audit entry are shown with labels', (details, shown) => {
  expect(auditDetails(details).map(([name, text]) => `${name}: ${text}`)).toEqual(shown)
})
