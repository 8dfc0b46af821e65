import { useQuery } from '@tanstack/react-query'
import { api } from '#core/api.ts'
import { useTenant } from '#features/session/tenant.ts'
import { useUser } from '#features/session/user.ts'
import { SelectField } from '#ui/select-field.tsx'
import type { InvitedTo } from './inviting.ts'

interface OrganisationFieldProps {
  value: InvitedTo | undefined
  onChange: (organisation: InvitedTo | undefined) => void
  isMissing: boolean
}

export function OrganisationField({ value, onChange, isMissing }: OrganisationFieldProps) {
  const { name } = useTenant()
  const { tenant } = useUser()
  const { data } = useQuery(api.tenants.choices.query())
  const all: InvitedTo[] = [
    { id: tenant.id, name: `${name} (god-admins and auditors)`, is_platform: true },
    ...(data?.organisations ?? []).map((row) => ({
      id: row.id,
      name: row.name,
      is_platform: false,
    })),
  ]
  return (
    <SelectField
      label="Organisation"
      placeholder="Choose an organisation"
      options={all.map((one) => ({ value: String(one.id), label: one.name }))}
      value={value ? String(value.id) : ''}
      onChange={({ target }) => onChange(all.find(({ id }) => String(id) === target.value))}
      error={isMissing ? 'Choose where to invite them' : undefined}
    />
  )
}
