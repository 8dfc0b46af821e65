import { plural } from '#core/plural.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { AdminUser } from 'contract/admin-users'
import { KeyRound, UserX } from 'lucide-react'
import { useState, type ReactElement } from 'react'
import { api } from '#core/api.ts'
import { showSuccess } from '#core/toast.ts'
import { useUser } from '#features/session/user.ts'
import { ConfirmDialog } from '#features/shell/confirm-dialog.tsx'
import { Button } from '#ui/button.tsx'
import { adminUserQuery } from './admin-user-query.ts'

export function AccessActions({ user }: { user: AdminUser }) {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  if (useUser().id === user.id) return null
  const { id, name } = user
  return (
    <section aria-label="Actions" className="flex flex-wrap gap-3">
      {user.mfaEnabled && (
        <ConfirmAction
          trigger={
            <Button variant="outline" icon={<KeyRound />}>
              Reset two-step verification
            </Button>
          }
          title={`Reset two-step verification for ${name}?`}
          description="Use this if the user lost their device. The user is signed out everywhere and notified by email. Until they set up two-step verification again, they sign in with their password only."
          actionLabel="Reset two-step verification"
          failure="Two-step verification was not reset."
          act={resetMfa}
        />
      )}
      <ConfirmAction
        trigger={
          <Button variant="destructive-outline" icon={<UserX />}>
            Remove access
          </Button>
        }
        title={`Remove ${name}?`}
        description={removalText(user)}
        actionLabel={`Remove ${name}`}
        failure="The user was not removed."
        act={remove}
      />
    </section>
  )

  async function resetMfa() {
    await api.mfa.reset.call({ params: { id } })
    showSuccess('Two-step verification reset')
    queryClient.setQueryData(
      adminUserQuery(id).queryKey,
      (known) => known && { ...known, mfaEnabled: false },
    )
  }

  async function remove() {
    await api.adminUsers.remove.call({ params: { id } })
    showSuccess(`${name} removed`)
    await queryClient.invalidateQueries({ queryKey: api.adminUsers.list.key })
    await navigate({ to: '/admin/admin-users' })
  }
}

function removalText({ organisations: { length } }: AdminUser) {
  const text =
    'The account is deleted and the user is signed out everywhere. The audit log keeps a record of what they did.'
  if (length === 0) return text
  const loss = plural(length, {
    one: 'The user no longer audits # organisation.',
    other: 'The user no longer audits # organisations.',
  })
  return `${text} ${loss}`
}

interface ConfirmActionProps {
  trigger: ReactElement
  title: string
  description: string
  actionLabel: string
  failure: string
  act: () => Promise<void>
}

function ConfirmAction({ failure, act, ...labels }: ConfirmActionProps) {
  const [isOpen, setOpen] = useState(false)
  const action = useMutation({ mutationFn: act, onSuccess: () => setOpen(false) })
  return (
    <ConfirmDialog
      {...labels}
      open={isOpen}
      onOpenChange={setOpen}
      mutation={action}
      failure={failure}
    />
  )
}
