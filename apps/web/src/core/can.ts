import type { Permission, Role } from 'contract/permissions'
import type { User } from 'contract/account'

type Roles = Pick<User, 'roles'>

/** Only for hiding buttons. The server sends the permissions and enforces them. */
export function can(user: Pick<User, 'permissions'>, permission: Permission) {
  return user.permissions.includes(permission)
}

export function isGodLevel(user: Roles) {
  return hasRole(user, 'god-admin')
}

export function isAuditor(user: Roles) {
  return hasRole(user, 'auditor')
}

export function isCompanyAdmin(user: Roles) {
  return hasRole(user, 'admin') || isAuditor(user)
}

/** Shared assessments: admins manage their organisation's, auditors read them at the platform. */
export function seesShared(user: User, isPlatform: boolean) {
  if (isPlatform) return isAuditor(user) && !isGodLevel(user)
  return can(user, 'manage-shared-assessments') && !user.tenant.is_public
}

function hasRole(user: Roles, role: Role) {
  return user.roles.some(({ name }) => name === role)
}
