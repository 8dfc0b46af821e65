import { Role } from 'contract/permissions'
import { hasPlatformRole } from 'contract/roles'
import { searchNorm } from 'contract/search-norm'
import { Search } from 'lucide-react'
import { type Ref, useId, useState } from 'react'
import { Controller, type UseFormReturn, useWatch } from 'react-hook-form'
import { formatNumber } from 'rules/plural'
import { field } from '#core/field-errors.ts'
import { ROLE_HINTS, ROLE_LABELS } from 'contract/labels'
import { Checkbox } from '#ui/checkbox.tsx'
import { FieldError } from '#ui/field.tsx'
import { Switch } from '#ui/switch.tsx'
import { TextField } from '#ui/text-field.tsx'
import type { AccessValues } from './access-form.tsx'

interface AccessFieldsProps {
  form: UseFormReturn<AccessValues>
  organisations: readonly { id: number; name: string }[]
}

export function AccessFields({ form, organisations }: AccessFieldsProps) {
  const { errors } = form.formState
  const roles = useWatch({ control: form.control, name: 'roles' })
  return (
    <div className="space-y-6">
      <TextField label="Name" autoComplete="off" {...field(form, 'name')} />
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
            hint="Inactive users can’t sign in. They are signed out straight away."
            checked={field.value}
            onChange={(event) => field.onChange(event.target.checked)}
            className="border-y py-2"
          />
        )}
      />
    </div>
  )
}

function RolesField({ form }: Pick<AccessFieldsProps, 'form'>) {
  const { errors, defaultValues } = form.formState
  const errorId = useId()
  // Organisation roles appear only if the user already has one, so that it can be removed.
  const offered = Role.options.filter(
    (role) => hasPlatformRole([role]) || defaultValues?.roles?.includes(role),
  )
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
              hint={hasPlatformRole([role]) ? ROLE_HINTS[role] : undefined}
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

const MANY = 9

interface OrganisationsFieldProps extends Pick<AccessFieldsProps, 'organisations'> {
  chosen: readonly number[]
  onChoose: (chosen: number[]) => void
  error: string | undefined
  ref: Ref<HTMLInputElement>
}

function OrganisationsField(props: OrganisationsFieldProps) {
  const { organisations, chosen, onChoose, error, ref } = props
  const [search, setSearch] = useState('')
  const errorId = useId()
  const found = organisations.filter(({ name }) => searchNorm(name).includes(searchNorm(search)))
  return (
    <fieldset aria-describedby={error && errorId}>
      <legend className="text-14 font-medium">Organisations to audit</legend>
      <p role="status" className="mt-0.5 mb-2 text-13 text-muted-foreground">
        {`${formatNumber(chosen.length)} of ${formatNumber(organisations.length)} selected`}
      </p>
      {organisations.length >= MANY && (
        <TextField
          label="Find an organisation"
          isLabelHidden
          type="search"
          placeholder="Find an organisation"
          icon={<Search />}
          value={search}
          onChange={(event) => setSearch(event.target.value)}
          fieldClassName="mb-2"
        />
      )}
      <div className="max-h-72 overflow-y-auto rounded-md border bg-card px-3.5 py-1.5">
        {found.map(({ id, name }, index) => (
          <Checkbox
            key={id}
            ref={index === 0 ? ref : undefined}
            label={name}
            checked={chosen.includes(id)}
            onChange={({ target }) =>
              onChoose(target.checked ? [...chosen, id] : chosen.filter((one) => one !== id))
            }
          />
        ))}
        {found.length === 0 && (
          <p className="py-2 text-14 text-muted-foreground">
            {organisations.length === 0
              ? 'No organisations yet.'
              : 'No organisations match your search.'}
          </p>
        )}
      </div>
      {error && <FieldError id={errorId}>{error}</FieldError>}
    </fieldset>
  )
}
