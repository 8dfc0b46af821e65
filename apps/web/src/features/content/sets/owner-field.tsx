import type { ComponentProps } from 'react'
import { SelectField } from '#ui/select-field.tsx'
import { useOrganisations } from './use-organisations.ts'

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
