import { ROLE_LABELS } from 'contract/labels'
import type { Role } from 'contract/permissions'
import { Badge } from '#ui/badge.tsx'

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
