import type { CertificationSummary } from 'contract/certifications'
import { Badge } from '#ui/badge.tsx'

type BadgeStatus = Pick<CertificationSummary, 'status' | 'is_expiring'>

export function CertificationBadge({ status, is_expiring: isExpiring }: BadgeStatus) {
  if (status === 'revoked') return <Badge variant="destructive">Revoked</Badge>
  if (status === 'superseded') return <Badge>Replaced</Badge>
  if (status === 'expired') return <Badge>Expired</Badge>
  return isExpiring ? (
    <Badge variant="warning">Expires soon</Badge>
  ) : (
    <Badge variant="success">Valid</Badge>
  )
}
