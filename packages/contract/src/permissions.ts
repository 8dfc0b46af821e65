import { z } from 'zod'

/** The roles (specification, section 6). */
export const Role = z.enum(['god-admin', 'admin', 'user', 'auditor'])
export type Role = z.infer<typeof Role>

/** The permissions (specification, section 6). The last is an addition (docs/decisions/017-certification.md). */
export const Permission = z.enum([
  'access-to-admin-area',
  'access-to-public-area',
  'access-to-private-area',
  'create-company',
  'create-multiple-companies',
  'create-users',
  'invite-users',
  'reject-invitations',
  'remove-users-from-company',
  'create-concept-set-for-company',
  'create-quiz-for-content-set',
  'view-companies',
  'certify-assessments',
])
export type Permission = z.infer<typeof Permission>

/** isGodLevel (specification, section 6). */
export function isGodLevel(roles: readonly Role[]) {
  return roles.includes('god-admin')
}

/** isAuditor (specification, section 6). */
export function isAuditor(roles: readonly Role[]) {
  return roles.includes('auditor')
}

/** isCompanyAdmin (specification, section 6): admin or auditor. */
export function isCompanyAdmin(roles: readonly Role[]) {
  return roles.includes('admin') || roles.includes('auditor')
}
