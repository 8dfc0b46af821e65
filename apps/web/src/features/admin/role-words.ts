import type { Role } from 'contract/permissions'

export const ROLE_LABELS: Record<Role, string> = {
  'god-admin': 'God-admin',
  auditor: 'Auditor',
  admin: 'Admin',
  user: 'User',
}

export function rolesText(roles: readonly Role[]) {
  return roles.map((role) => ROLE_LABELS[role]).join(', ')
}
