import { formatList } from 'rules/plural'
import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { AdminUser } from 'contract/admin-users'
import { line } from 'contract/fields'
import { Role } from 'contract/permissions'
import { isGodLevel } from 'contract/roles'
import { useState } from 'react'
import { z } from 'zod'
import { api } from '#core/api.ts'
import { rolesLabel } from 'contract/labels'
import { SaveRecord } from '#features/records/save-record.tsx'
import { organisationsChanged } from '#support/refresh-organisation.ts'
import { useUser, userQuery } from '#core/user.ts'
import { RecordConflict } from '#features/records/record-conflict.tsx'
import { useEditedRecord } from '#features/records/use-edited-record.ts'
import { AlertDialog } from '#ui/alert-dialog.tsx'
import { Section } from '#ui/section.tsx'
import { AccessFields } from './access-fields.tsx'

const AccessValues = z.object({
  name: line(1, 120),
  roles: z.array(Role).min(1, 'Choose a role'),
  is_active: z.boolean(),
  organisations: z.array(z.number()),
})
export type AccessValues = z.infer<typeof AccessValues>

const LABELS = {
  name: 'Name',
  roles: 'Role',
  is_active: 'Status',
  organisations: 'Organisations audited',
}

export function AccessForm({ user }: { user: AdminUser }) {
  const { organisations } = useSuspenseQuery(api.tenants.choices.query()).data
  const isOwn = useUser().id === user.id
  const record = useAccess(user, isOwn)
  const [loss, setLoss] = useState<AccessValues>()
  const save = () =>
    record.submit((values) => {
      if (isOwn && isGod(record.base) && !isGod(values)) setLoss(values)
      else record.send(values)
    })
  return (
    <Section id="details" title="Details" titleClassName="mb-4">
      <RecordConflict
        title="Someone else changed this user while you were editing"
        record={record}
        textOf={(name, values) => textOf(values, name, organisations)}
      />
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          save()
        }}
      >
        <AccessFields form={record.form} organisations={organisations} />
        <button type="submit" hidden aria-label="Save changes" />
      </form>
      <SaveRecord record={record} what="this user" onSave={save} />
      <AlertDialog
        open={loss !== undefined}
        onOpenChange={(isOpen) => !isOpen && setLoss(undefined)}
        title="Give up your god-admin access?"
        description="You will no longer be able to manage organisations. Only another god-admin can restore your access."
        actionLabel="Give up access"
        isLoading={record.isSaving}
        onAction={() => loss && record.send(loss, { onSettled: () => setLoss(undefined) })}
      />
    </Section>
  )
}

function useAccess(user: AdminUser, isOwn: boolean) {
  const queryClient = useQueryClient()
  const router = useRouter()
  return useEditedRecord<AdminUser, AccessValues>({
    place: `access ${user.id}`,
    stored: user,
    resolver: zodResolver(AccessValues),
    labels: LABELS,
    valuesOf,
    save: ({ id, version }, values) =>
      api.adminUsers.change.call({
        params: { id },
        body: { ...values, version, confirms_own_loss: isOwn },
      }),
    theirsIn: (details) => AdminUser.safeParse(details).data ?? null,
    show: (saved) =>
      queryClient.setQueryData(
        api.adminUsers.get.query({ params: { id: saved.id } }).queryKey,
        saved,
      ),
    onSaved: async () => {
      await queryClient.invalidateQueries({ queryKey: api.adminUsers.list.key })
      await organisationsChanged(queryClient)
      if (isOwn) await queryClient.refetchQueries({ queryKey: userQuery.queryKey })
      // The route guards and the page title depend on the user.
      await router.invalidate()
    },
    savedTitle: 'Changes saved',
  })
}

function valuesOf({ name, roles, is_active, organisations }: AdminUser): AccessValues {
  return { name, roles, is_active, organisations: organisations.map(({ id }) => id) }
}

function isGod({ roles, is_active }: Pick<AccessValues, 'roles' | 'is_active'>) {
  return is_active && isGodLevel(roles)
}

function textOf(
  values: AccessValues,
  field: keyof AccessValues,
  organisations: readonly { id: number; name: string }[],
) {
  if (field === 'name') return values.name
  if (field === 'is_active') return values.is_active ? 'Active' : 'Inactive'
  if (field === 'roles')
    return rolesLabel(Role.options.filter((role) => values.roles.includes(role)))
  const names = new Map(organisations.map(({ id, name }) => [id, name]))
  return formatList(values.organisations.map((id) => names.get(id) ?? String(id)).toSorted())
}
