// Without zod and texts, because the first page loads this file.

export const ROLES = ['god-admin', 'admin', 'user', 'auditor'] as const
export type Role = (typeof ROLES)[number]

/** The roles that admins grant, the least first. */
export const ORGANISATION_ROLES = ['user', 'admin'] as const
export type OrganisationRole = (typeof ORGANISATION_ROLES)[number]

/** The roles of the platform, which reach other organisations. God-admins grant them. */
export const PLATFORM_ROLES = ['auditor', 'god-admin'] as const

/** The last two are ours (docs/decisions/017-certification.md and 107-shared-assessments.md). */
export const PERMISSIONS = [
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
  'manage-shared-assessments',
] as const
export type Permission = (typeof PERMISSIONS)[number]

export function isGodLevel(roles: readonly Role[]) {
  return roles.includes('god-admin')
}

export function isAuditor(roles: readonly Role[]) {
  return roles.includes('auditor')
}

export function hasPlatformRole(roles: readonly string[]) {
  return PLATFORM_ROLES.some((role) => roles.includes(role))
}

/** Admin or auditor. */
export function isCompanyAdmin(roles: readonly Role[]) {
  return roles.includes('admin') || roles.includes('auditor')
}
