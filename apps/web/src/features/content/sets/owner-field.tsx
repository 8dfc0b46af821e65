import { useQuery } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { api } from '#core/api.ts'
import { useTenant } from '#features/session/tenant.ts'
import { useUser } from '#features/session/user.ts'
import { SelectField } from '#ui/select-field.tsx'

type OwnerFieldProps = Omit<ComponentProps<typeof SelectField>, 'label' | 'hint' | 'options'>

export function OwnerField(props: OwnerFieldProps) {
  const [templates, ...organisations] = useOrganisations()
  return (
    <SelectField
      label="For"
      hint="A template is the platform’s own, to be copied to organisations."
      options={[
        { value: templates?.value ?? '', label: 'A template for all organisations' },
        ...organisations,
      ]}
      {...props}
    />
  )
}

/** For god-admins: whose a content set can be, the platform's own templates first. */
export function useOrganisations() {
  const { is_platform: isPlatform } = useTenant()
  const { tenant } = useUser()
  const { data } = useQuery({ ...api.tenants.choices.query(), enabled: isPlatform })
  return [
    { value: String(tenant.id), label: 'Templates' },
    ...(data?.organisations ?? []).map(({ id, name }) => ({ value: String(id), label: name })),
  ]
}
