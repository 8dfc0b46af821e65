import type { OrganisationRole } from 'contract/users'
import { Segment } from '#ui/segment.tsx'

const ROLES: { value: OrganisationRole; label: string }[] = [
  { value: 'user', label: 'User' },
  { value: 'admin', label: 'Admin' },
]

interface RoleSegmentProps {
  value: OrganisationRole
  onChange: (role: OrganisationRole) => void
}

export function RoleSegment({ value, onChange }: RoleSegmentProps) {
  return (
    <Segment
      label="Role"
      options={ROLES}
      value={value}
      onValueChange={onChange}
      className="min-w-60"
    />
  )
}
