import { useQuery } from '@tanstack/react-query'
import type { ConnectionBody } from 'contract/connections'
import { useController, type UseFormReturn } from 'react-hook-form'
import { api } from '#core/api.ts'
import { SelectField } from '#ui/select-field.tsx'
import type { ConnectionValues } from './connection-values.ts'

interface PeopleFieldProps {
  tenantId: number
  form: UseFormReturn<ConnectionValues, unknown, ConnectionBody>
}

export function PeopleField({ tenantId, form }: PeopleFieldProps) {
  const { data } = useQuery(api.tenants.choices.query())
  const { field, fieldState } = useController({ control: form.control, name: 'people_of' })
  const others = data?.organisations.filter(({ id }) => id !== tenantId) ?? []
  return (
    <SelectField
      label="Whose people sign in"
      hint="Those of another organisation go on at its own address, with an account there."
      options={[
        { value: '', label: 'This organisation’s' },
        ...others.map(({ id, name }) => ({ value: String(id), label: name })),
      ]}
      error={fieldState.error?.message}
      {...field}
      value={field.value ?? ''}
    />
  )
}
