import { Role } from 'contract/permissions'
import { useId } from 'react'
import { Controller, useWatch, type UseFormReturn } from 'react-hook-form'
import { ROLE_LABELS } from '#features/admin/role-words.ts'
import { Checkbox } from '#ui/checkbox.tsx'
import { FieldError } from '#ui/field.tsx'
import { Switch } from '#ui/switch.tsx'
import { TextField } from '#ui/text-field.tsx'
import type { AccessValues } from './access-form.tsx'
import { OrganisationsField } from './organisations-field.tsx'

interface AccessFieldsProps {
  form: UseFormReturn<AccessValues>
  organisations: readonly { id: number; name: string }[]
}

export function AccessFields({ form, organisations }: AccessFieldsProps) {
  const { errors } = form.formState
  const roles = useWatch({ control: form.control, name: 'roles' })
  return (
    <div className="space-y-6">
      <TextField
        label="Name"
        autoComplete="off"
        error={errors.name?.message}
        {...form.register('name')}
      />
      <RolesField form={form} />
      {roles.includes('auditor') && (
        <Controller
          control={form.control}
          name="organisations"
          render={({ field }) => (
            <OrganisationsField
              organisations={organisations}
              ref={field.ref}
              chosen={field.value}
              onChoose={field.onChange}
              error={errors.organisations?.message}
            />
          )}
        />
      )}
      <Controller
        control={form.control}
        name="is_active"
        render={({ field }) => (
          <Switch
            label="Active"
            hint="Whoever is not active cannot sign in, and is signed out at once."
            checked={field.value}
            onChange={(event) => field.onChange(event.target.checked)}
            className="border-y py-2"
          />
        )}
      />
    </div>
  )
}

const HINTS: Partial<Record<Role, string>> = {
  'god-admin': 'Manages every organisation and its people.',
  auditor: 'Reads the organisations assigned to them, and writes nothing there.',
}

function RolesField({ form }: Pick<AccessFieldsProps, 'form'>) {
  const { errors, defaultValues } = form.formState
  const errorId = useId()
  // The roles of an organisation show only where somebody has one, to be taken away.
  const offered = Role.options.filter((role) => HINTS[role] ?? defaultValues?.roles?.includes(role))
  return (
    <Controller
      control={form.control}
      name="roles"
      render={({ field }) => (
        <fieldset aria-describedby={errors.roles && errorId}>
          <legend className="mb-1.5 text-14 font-medium">Role</legend>
          {offered.map((role, index) => (
            <Checkbox
              key={role}
              ref={index === 0 ? field.ref : undefined}
              label={ROLE_LABELS[role]}
              hint={HINTS[role]}
              checked={field.value.includes(role)}
              onChange={({ target }) =>
                field.onChange(
                  Role.options.filter((one) =>
                    one === role ? target.checked : field.value.includes(one),
                  ),
                )
              }
            />
          ))}
          {errors.roles?.message && <FieldError id={errorId}>{errors.roles.message}</FieldError>}
        </fieldset>
      )}
    />
  )
}
