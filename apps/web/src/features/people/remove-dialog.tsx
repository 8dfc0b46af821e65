import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import type { UserDetails } from 'contract/users'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { api } from '#core/api.ts'
import { showToast } from '#core/toast.ts'
import { ConfirmDialog } from '#features/shell/confirm-dialog.tsx'
import { Button } from '#ui/button.tsx'

export function RemoveDialog({ person }: { person: UserDetails }) {
  const { id, name } = person
  const [isOpen, setOpen] = useState(false)
  const queryClient = useQueryClient()
  const router = useRouter()
  const remove = useMutation({
    mutationFn: () => api.users.remove.call({ params: { id } }),
    onSuccess: async () => {
      showToast({ variant: 'success', title: `${name} is removed` })
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
          <p>
            Gone for good: name, e-mail address, password, second step, linked sign-ins, sessions
            and mailed links.
          </p>
          <p className="mt-2">{keptWords(person)}</p>
        </>
      }
      actionLabel="Remove user"
      mutation={remove}
      failure="Nobody was removed."
    />
  )
}

function keptWords({ assessments, reports, tenant }: UserDetails) {
  const log = 'The audit log keeps the number of the account.'
  if (assessments === 0) return `There are no assessments and no reports to keep. ${log}`
  const kept = `${counted(assessments, 'assessment')} and ${counted(reports, 'report')}`
  const frozen =
    reports > 0 ? ' Reports are frozen: inside them stands the name they were made for.' : ''
  return `Kept by ${tenant.name} under “Former user”: ${kept}.${frozen} ${log}`
}

export function counted(count: number, word: string) {
  return `${count} ${word}${count === 1 ? '' : 's'}`
}
