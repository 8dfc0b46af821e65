import { Link } from '@tanstack/react-router'
import type { AuditEntry } from 'contract/audit'
import { useTenant } from '#features/session/tenant.ts'
import { useUser } from '#features/session/user.ts'

/** The person whom an entry is about, with the way there while the account exists. */
export function Whom({ entry }: { entry: AuditEntry }) {
  const isPlatform = useTenant().is_platform
  const ownTenant = useUser().tenant.id
  const { about, details, tenant } = entry
  const name = about?.name ?? about?.email ?? recordedName(details)
  if (name === undefined) return null
  if (!about?.id) return name
  const id = String(about.id)
  const place =
    isPlatform && tenant.id === ownTenant
      ? ({ to: '/admin/admin-users/$adminUserId', params: { adminUserId: id } } as const)
      : ({ to: '/admin/users/$id/main-details', params: { id } } as const)
  return (
    <Link {...place} className="link hit-44">
      {name}
    </Link>
  )
}

function recordedName({ name, email }: AuditEntry['details']) {
  return [name, email].find((value) => typeof value === 'string')
}
