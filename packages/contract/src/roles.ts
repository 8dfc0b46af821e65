// Without zod and texts, because the first page loads this file.

/** The roles (specification, section 6). */
export const ROLES = ['god-admin', 'admin', 'user', 'auditor'] as const
export type Role = (typeof ROLES)[number]

/** The roles that admins grant, the least first. God-admins and auditors belong to the platform. */
export const ORGANISATION_ROLES = ['user', 'admin'] as const
export type OrganisationRole = (typeof ORGANISATION_ROLES)[number]

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
