import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { ROLE_LABELS } from 'contract/labels'
import { type UserDetails, UserConflict } from 'contract/users'
import { FormProvider } from 'react-hook-form'
import { api } from '#core/api.ts'
import { SaveRecord } from '#features/records/save-record.tsx'
import { useUser } from '#core/user.ts'
import { RecordConflict } from '#features/records/record-conflict.tsx'
import { useEditedRecord } from '#features/records/use-edited-record.ts'
import { Section } from '#ui/section.tsx'
import {
  detailsBody,
  RoleField,
  USER_FIELDS,
  USER_LABELS,
  UserFields,
  UserValues,
  userValues,
} from './user-fields.tsx'
import { userDetailsQuery } from './user-query.ts'

export function EditedDetails({ user }: { user: UserDetails }) {
  const isSelf = useUser().id === user.id
  const queryClient = useQueryClient()
  const record = useEditedRecord<UserDetails, UserValues>({
    place: `user ${user.id}`,
    stored: user,
    resolver: zodResolver(UserValues),
    labels: USER_LABELS,
    valuesOf: userValues,
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
      <form noValidate onSubmit={record.onSubmit}>
        <FormProvider {...record.form}>
          <div className="space-y-5">
            <div className="grid gap-x-6 gap-y-5 sm:grid-cols-2">
              <UserFields isPublic={user.tenant.is_public} />
            </div>
            <RoleField isSelf={isSelf}>
              <p className="mt-1.5 text-13 wrap-anywhere text-muted-foreground">
                {`Admins can also manage users and content sets in ${user.tenant.name}.`}
              </p>
            </RoleField>
          </div>
        </FormProvider>
        {/* Enter also saves. */}
        <input type="submit" value="Save" hidden />
      </form>
      <SaveRecord record={record} what="this user" onSave={() => record.submit()} />
    </Section>
  )
}

/** Details and role have separate calls; the second sends the version that the first returned. */
async function saveChanges(
  from: UserDetails,
  values: UserValues,
  onPart: (saved: UserDetails) => void,
): Promise<UserDetails> {
  const params = { id: from.id }
  const before = userValues(from)
  let saved = from
  if (USER_FIELDS.some((name) => name !== 'role' && values[name] !== before[name])) {
    const body = { ...detailsBody(values, from.tenant.is_public), version: saved.version }
    saved = await api.users.update.call({ params, body })
    onPart(saved)
  }
  if (values.role === before.role) return saved
  const body = { version: saved.version, roles: [values.role] }
  return await api.users.changeRoles.call({ params, body })
}
