import { isolated } from '#core/isolated.ts'
import { formatList, plural } from 'rules/plural'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import type { UserDetails } from 'contract/users'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { api } from '#core/api.ts'
import { showSuccess } from '#core/toast.ts'
import { ConfirmDialog } from '#support/confirm-dialog.tsx'
import { Button } from '#ui/button.tsx'

export function RemoveDialog({ user }: { user: UserDetails }) {
  const { id, name } = user
  const [isOpen, setOpen] = useState(false)
  const queryClient = useQueryClient()
  const router = useRouter()
  const remove = useMutation({
    mutationFn: () => api.users.remove.call({ params: { id } }),
    onSuccess: async () => {
      showSuccess(`${isolated(name)} removed`)
      await router.navigate({ href: '/admin/users', ignoreBlocker: true })
      queryClient.removeQueries({ queryKey: api.users.get.key })
    },
  })
  return (
    <ConfirmDialog
      open={isOpen}
      onOpenChange={setOpen}
      trigger={
        <Button variant="destructive-outline" icon={<Trash2 />}>
          Remove user
        </Button>
      }
      title={`Remove ${name}?`}
      description={
        <>
          <p>{REMOVED_TEXT}</p>
          <p className="mt-2">{keptText(user)}</p>
        </>
      }
      actionLabel="Remove user"
      mutation={remove}
      failure="The user was not removed."
    />
  )
}

export const REMOVED_TEXT =
  'Personal details, such as names and email addresses, are permanently deleted. Passwords, two-step verification, linked sign-in methods, sessions and emailed links are deleted too.'

function keptText({ assessments, reports, tenant }: UserDetails) {
  const log = 'The audit log keeps the user’s account number.'
  if (assessments === 0) return `This user has no assessments or reports. ${log}`
  const kept = `${tenant.name} keeps ${formatList(resultCounts({ assessments, reports }))}, listed under “Former user”.`
  return reports > 0
    ? `${kept} The user’s name stays in existing reports. ${log}`
    : `${kept} ${log}`
}

export function resultCounts({
  assessments,
  reports,
}: Pick<UserDetails, 'assessments' | 'reports'>) {
  return [
    plural(assessments, { one: '# assessment', other: '# assessments' }),
    ...(reports > 0 ? [plural(reports, { one: '# report', other: '# reports' })] : []),
  ]
}
