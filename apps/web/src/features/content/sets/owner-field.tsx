import { useQuery } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { api } from '#core/api.ts'
import { useTenant } from '#core/tenant.ts'
import { useUser } from '#core/user.ts'
import { SelectField } from '#ui/select-field.tsx'

type OwnerFieldProps = Omit<ComponentProps<typeof SelectField>, 'label' | 'hint' | 'options'>

/** Only god-admins choose an owner. */
export function OwnerField(props: OwnerFieldProps) {
  const [templates, ...organisations] = useOrganisations()
  if (!useTenant().is_platform) return null
  return (
    <SelectField
      label="Owner"
      hint="Templates belong to the platform. You can copy them to organisations."
      options={[
        { value: templates?.value ?? '', label: 'A template for all organisations' },
        ...organisations,
      ]}
      {...props}
    />
  )
}

/** The platform's templates come first. */
export function useOrganisations() {
  const { is_platform: isPlatform } = useTenant()
  const { tenant } = useUser()
  const { data } = useQuery({ ...api.tenants.choices.query(), enabled: isPlatform })
  return [
    { value: String(tenant.id), label: 'Templates' },
    ...(data?.organisations ?? []).map(({ id, name }) => ({ value: String(id), label: name })),
  ]
}
