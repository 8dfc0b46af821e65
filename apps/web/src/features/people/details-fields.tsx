import type { Person } from 'contract/person'
import { Controller, type UseFormReturn } from 'react-hook-form'
import { RoleSegment } from './role-segment.tsx'
import { useUser } from '#features/session/user.ts'
import { TextField } from '#ui/text-field.tsx'
import type { DetailsValues } from './edited-details.tsx'

interface DetailsFieldsProps {
  form: UseFormReturn<DetailsValues>
  person: Person
}

export function DetailsFields({ form, person }: DetailsFieldsProps) {
  const { errors } = form.formState
  return (
    <div className="space-y-5">
      <div className="grid gap-x-6 gap-y-5 sm:grid-cols-2">
        <TextField
          label="Name"
          autoComplete="off"
          error={errors.name?.message}
          {...form.register('name')}
        />
        <TextField
          label="Email"
          type="email"
          autoComplete="off"
          error={errors.email?.message}
          {...form.register('email')}
        />
        {person.tenant.is_public && (
          <TextField
            label="Organisation name"
            isOptional
            error={errors.organisation_name?.message}
            {...form.register('organisation_name')}
          />
        )}
      </div>
      <RoleField form={form} person={person} />
    </div>
  )
}

function RoleField({ form, person }: DetailsFieldsProps) {
  const isSelf = useUser().id === person.id
  return (
    <div>
      <p className="mb-1.5 text-14 font-medium">Role</p>
      {isSelf ? (
        <p className="text-15 text-muted-foreground">
          {form.getValues('role') === 'admin' ? 'Admin' : 'User'}. Nobody changes their own role.
        </p>
      ) : (
        <Controller
          control={form.control}
          name="role"
          render={({ field }) => <RoleSegment value={field.value} onChange={field.onChange} />}
        />
      )}
      <p className="mt-1.5 text-13 wrap-anywhere text-muted-foreground">
        Admins also manage the people and content sets of {person.tenant.name}.
      </p>
    </div>
  )
}
