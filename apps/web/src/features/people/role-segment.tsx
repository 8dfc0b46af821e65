import type { MemberRole } from 'contract/person'
import { Segment } from '#ui/segment.tsx'

const ROLES: { value: MemberRole; label: string }[] = [
  { value: 'user', label: 'User' },
  { value: 'admin', label: 'Admin' },
]

interface RoleSegmentProps {
  value: MemberRole
  onChange: (role: MemberRole) => void
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
