import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { AdminUser } from 'contract/admin-users'
import { KeyRound, UserX } from 'lucide-react'
import { useState, type ReactElement } from 'react'
import { api } from '#core/api.ts'
import { showToast } from '#core/toast.ts'
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
        <Asked
          trigger={
            <Button variant="outline" icon={<KeyRound />}>
              Reset second step
            </Button>
          }
          title={`Reset the second step of ${name}?`}
          description="For a lost device. The password alone signs them in until they set a second step up again; they are signed out everywhere and told by mail."
          actionLabel="Reset second step"
          failure="Nothing was reset."
          act={resetSecondStep}
        />
      )}
      <Asked
        trigger={
          <Button variant="destructive-outline" icon={<UserX />}>
            Remove access
          </Button>
        }
        title={`Remove ${name}?`}
        description={removalText(user)}
        actionLabel={`Remove ${name}`}
        failure="Nobody was removed."
        act={remove}
      />
    </section>
  )

  async function resetSecondStep() {
    await api.mfa.reset.call({ params: { id } })
    showToast({ variant: 'success', title: 'Second step reset' })
    queryClient.setQueryData(
      adminUserQuery(id).queryKey,
      (known) => known && { ...known, mfaEnabled: false },
    )
  }

  async function remove() {
    await api.adminUsers.remove.call({ params: { id } })
    showToast({ variant: 'success', title: `${name} is removed` })
    await queryClient.invalidateQueries({ queryKey: api.adminUsers.list.key })
    await navigate({ to: '/admin/admin-users' })
  }
}

function removalText({ organisations: { length } }: AdminUser) {
  const assignments = length === 1 ? '1 organisation' : `${length} organisations`
  const lost = length > 0 ? ` ${assignments} will no longer be audited by them.` : ''
  return `The account is deleted and they are signed out everywhere.${lost} The audit log keeps what they did.`
}

interface AskedProps {
  trigger: ReactElement
  title: string
  description: string
  actionLabel: string
  failure: string
  act: () => Promise<void>
}

function Asked({ failure, act, ...words }: AskedProps) {
  const [isOpen, setOpen] = useState(false)
  const action = useMutation({ mutationFn: act, onSuccess: () => setOpen(false) })
  return (
    <ConfirmDialog
      {...words}
      open={isOpen}
      onOpenChange={setOpen}
      mutation={action}
      failure={failure}
    />
  )
}
