import { isolated } from '#core/isolated.ts'
import { plural } from 'rules/plural'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { AdminUser } from 'contract/admin-users'
import { UserX } from 'lucide-react'
import { useState } from 'react'
import { api } from '#core/api.ts'
import { showSuccess } from '#core/toast.ts'
import { ResetMfa } from '#features/identity/reset-mfa.tsx'
import { UnlockUser } from '#features/people/unlock-user.tsx'
import { useUser } from '#core/user.ts'
import { ConfirmDialog } from '#support/confirm-dialog.tsx'
import { Button } from '#ui/button.tsx'

export function AccessActions({ user }: { user: AdminUser }) {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const [isRemoving, setRemoving] = useState(false)
  const { id, name } = user
  const remove = useMutation({
    mutationFn: () => api.adminUsers.remove.call({ params: { id } }),
    onSuccess: async () => {
      showSuccess(`${isolated(name)} removed`)
      await queryClient.invalidateQueries({ queryKey: api.adminUsers.list.key })
      await navigate({ to: '/admin/admin-users' })
      setRemoving(false)
    },
  })
  if (useUser().id === id) return null
  return (
    <section aria-label="Actions" className="flex flex-wrap gap-3">
      <UnlockUser user={user} />
      {user.mfaEnabled && (
        <ResetMfa
          user={user}
          onReset={() =>
            queryClient.setQueryData(
              api.adminUsers.get.query({ params: { id } }).queryKey,
              (known) => known && { ...known, mfaEnabled: false },
            )
          }
        />
      )}
      <ConfirmDialog
        open={isRemoving}
        onOpenChange={setRemoving}
        trigger={
          <Button variant="destructive-outline" icon={<UserX />}>
            Remove access
          </Button>
        }
        title={`Remove ${name}?`}
        description={removalText(user)}
        actionLabel={`Remove ${name}`}
        mutation={remove}
        failure="The user was not removed."
      />
    </section>
  )
}

function removalText({ organisations: { length } }: AdminUser) {
  const text =
    'The account is deleted and the user is signed out everywhere. The audit log keeps a record of what they did.'
  if (length === 0) return text
  const loss = plural(length, {
    one: 'The user will no longer audit # organisation.',
    other: 'The user will no longer audit # organisations.',
  })
  return `${text} ${loss}`
}
