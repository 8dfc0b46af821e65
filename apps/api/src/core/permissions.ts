import { AccessControl } from 'accesscontrol'
import type { Access } from 'contract/endpoint'
import { type Permission, Permission as PermissionName, Role } from 'contract/permissions'
import { isCompanyAdmin, isGodLevel } from 'contract/roles'

// Locked after set-up.
const table = new AccessControl()
const creatable = ['concept-set', 'quiz', 'user', 'invitation']
const deletable = ['invitation', 'company-membership']
table.grant('user').readAny('private-area')
table
  .grant('admin')
  .readAny(['admin-area', 'public-area', 'private-area'])
  .createAny([...creatable, 'shared-assessment'])
  .deleteAny(deletable)
table.grant('auditor').readAny(['admin-area', 'companies-view']).createAny('certification')
table
  .grant('god-admin')
  .readAny('admin-area')
  .createAny([...creatable, 'company', 'multiple-companies', 'certification'])
  .deleteAny(deletable)
table.deny('god-admin').readAny(['public-area', 'private-area'])
table.lock()

const meaning: Record<Permission, [action: string, resource: string]> = {
  'access-to-admin-area': ['read', 'admin-area'],
  'access-to-public-area': ['read', 'public-area'],
  'access-to-private-area': ['read', 'private-area'],
  'create-company': ['create', 'company'],
  'create-multiple-companies': ['create', 'multiple-companies'],
  'create-users': ['create', 'user'],
  'invite-users': ['create', 'invitation'],
  'reject-invitations': ['delete', 'invitation'],
  'remove-users-from-company': ['delete', 'company-membership'],
  'create-concept-set-for-company': ['create', 'concept-set'],
  'create-quiz-for-content-set': ['create', 'quiz'],
  'view-companies': ['read', 'companies-view'],
  'certify-assessments': ['create', 'certification'],
  'manage-shared-assessments': ['create', 'shared-assessment'],
}

/** Several roles are combined. A denial applies within its own role only. */
export function allows(roles: readonly Role[], permission: Permission): boolean {
  const [action, resource] = meaning[permission]
  return table.tryCan(roles.length > 0 ? [...roles] : ['user']).do(`${action}:any`, resource)
    .granted
}

/** For the browser. */
export function permissionsOf(roles: readonly Role[]): Permission[] {
  return PermissionName.options.filter((permission) => allows(roles, permission))
}

/** Drops unknown roles, because the table would throw for one. */
export function knownRoles(names: readonly string[]): Role[] {
  return Role.options.filter((role) => names.includes(role))
}

export function mayCall(roles: readonly Role[], access: Access): boolean {
  if (access === 'public' || access === 'signed-in') return true
  if (access === 'god-level') return isGodLevel(roles)
  if (access === 'company-admin') return isCompanyAdmin(roles)
  return access in meaning && allows(roles, access as Permission)
}

/** The roles that each suffice. */
export function rolesThatMay(access: Access): Role[] {
  return Role.options.filter((role) => mayCall([role], access))
}
