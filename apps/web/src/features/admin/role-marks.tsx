import type { Role } from 'contract/permissions'
import { Badge } from '#ui/badge.tsx'

export const ROLE_LABELS: Record<Role, string> = {
  'god-admin': 'God-admin',
  auditor: 'Auditor',
  admin: 'Admin',
  user: 'User',
}

export function RoleMarks({ roles }: { roles: readonly Role[] }) {
  return (
    <span className="inline-flex flex-wrap gap-1.5">
      {roles.map((role) =>
        role === 'user' ? (
          <span key={role}>{ROLE_LABELS.user}</span>
        ) : (
          <Badge key={role} variant="outline">
            {ROLE_LABELS[role]}
          </Badge>
        ),
      )}
    </span>
  )
}

export function rolesText(roles: readonly Role[]) {
  return roles.map((role) => ROLE_LABELS[role]).join(', ')
}
