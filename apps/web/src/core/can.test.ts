import { expect, test } from 'vitest'
import { can, isAuditor, isGodLevel } from './can.ts'

test('a user can do what the server says', () => {
  const user = { permissions: ['create-users' as const] }
  expect(can(user, 'create-users')).toBe(true)
  expect(can(user, 'create-company')).toBe(false)
})

test('god-admins and auditors are known by any of their roles', () => {
  const roles = (...names: ('god-admin' | 'auditor' | 'admin')[]) => ({
    roles: names.map((name) => ({ name })),
  })
  expect(isGodLevel(roles('auditor', 'god-admin'))).toBe(true)
  expect(isGodLevel(roles('auditor', 'admin'))).toBe(false)
  expect(isGodLevel(roles())).toBe(false)
  expect(isAuditor(roles('admin', 'auditor'))).toBe(true)
  expect(isAuditor(roles('god-admin'))).toBe(false)
})
