import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { Email, text } from 'contract/fields'
import { OrganisationRole, type UserDetails, UserConflict } from 'contract/users'
import { Controller, type UseFormReturn } from 'react-hook-form'
import { z } from 'zod'
import { field } from '#core/field-errors.ts'
import { api } from '#core/api.ts'
import { ROLE_LABELS } from 'contract/labels'
import { SaveRecord } from '#features/admin/save-record.tsx'
import { useUser } from '#features/session/user.ts'
import { RecordConflict } from '#features/shell/record-conflict.tsx'
import { useEditedRecord } from '#features/shell/use-edited-record.ts'
import { TextField } from '#ui/text-field.tsx'
import { Section } from '#ui/section.tsx'
import { userDetailsQuery } from './user-query.ts'
import { RoleSegment } from './role-segment.tsx'

const DetailsValues = z.object({
  name: text(1, 120),
  email: Email,
  organisation_name: text(0, 120),
  role: OrganisationRole,
})
type DetailsValues = z.output<typeof DetailsValues>

const LABELS = {
  name: 'Name',
  email: 'Email',
  organisation_name: 'Organisation name',
  role: 'Role',
}

export function EditedDetails({ person }: { person: UserDetails }) {
  const queryClient = useQueryClient()
  const record = useEditedRecord<UserDetails, DetailsValues>({
    place: `user ${person.id}`,
    stored: person,
    resolver: zodResolver(DetailsValues),
    labels: LABELS,
    valuesOf,
    save: saveChanges,
    theirsIn: (details) => UserConflict.safeParse(details).data?.person ?? null,
    show: (saved) => queryClient.setQueryData(userDetailsQuery(String(saved.id)).queryKey, saved),
    savedTitle: 'Changes saved',
    fieldsOfCodes: { 'email-taken': 'email' },
  })
  return (
    <Section id="details" title="Details" titleClassName="mb-4">
      <RecordConflict
        title="Someone else changed this user while you were editing"
        record={record}
        textOf={(name, values) => (name === 'role' ? ROLE_LABELS[values.role] : values[name])}
      />
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          record.submit()
        }}
      >
        <DetailsFields form={record.form} person={person} />
        {/* Enter also saves. */}
        <input type="submit" value="Save" hidden />
      </form>
      <SaveRecord record={record} what="this user" onSave={() => record.submit()} />
    </Section>
  )
}

function valuesOf({ name, email, organisation_name, roles }: UserDetails): DetailsValues {
  const role = roles.includes('admin') ? 'admin' : 'user'
  return { name, email, organisation_name: organisation_name ?? '', role }
}

/** Details and role have separate calls; the second sends the version that the first returned. */
async function saveChanges(
  from: UserDetails,
  { name, email, organisation_name, role }: DetailsValues,
  onPart: (saved: UserDetails) => void,
): Promise<UserDetails> {
  const { id, tenant } = from
  const before = valuesOf(from)
  const params = { id }
  let saved = from
  if (
    name !== before.name ||
    email !== before.email ||
    organisation_name !== before.organisation_name
  ) {
    const body = {
      version: saved.version,
      name,
      email,
      ...(tenant.is_public && { organisation_name: organisation_name || null }),
    }
    saved = await api.users.update.call({ params, body })
    onPart(saved)
  }
  if (role === before.role) return saved
  const body = { version: saved.version, roles: [role] }
  return await api.users.changeRoles.call({ params, body })
}

interface DetailsFieldsProps {
  form: UseFormReturn<DetailsValues>
  person: UserDetails
}

function DetailsFields({ form, person }: DetailsFieldsProps) {
  return (
    <div className="space-y-5">
      <div className="grid gap-x-6 gap-y-5 sm:grid-cols-2">
        <TextField label="Name" autoComplete="off" {...field(form, 'name')} />
        <TextField label="Email" type="email" autoComplete="off" {...field(form, 'email')} />
        {person.tenant.is_public && (
          <TextField label="Organisation name" isOptional {...field(form, 'organisation_name')} />
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
          {`${ROLE_LABELS[form.getValues('role')]}. You can’t change your own role.`}
        </p>
      ) : (
        <Controller
          control={form.control}
          name="role"
          render={({ field }) => <RoleSegment value={field.value} onChange={field.onChange} />}
        />
      )}
      <p className="mt-1.5 text-13 wrap-anywhere text-muted-foreground">
        {`Admins can also manage the users and content sets of ${person.tenant.name}.`}
      </p>
    </div>
  )
}
