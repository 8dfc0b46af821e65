import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#core/api.ts'
import { showToast } from '#core/toast.ts'
import { FailureAlert } from '#features/shell/failure-alert.tsx'
import { AlertDialog } from '#ui/alert-dialog.tsx'
import { Button } from '#ui/button.tsx'
import { peopleCount } from './people-count.ts'
import { useGoneMeanwhile } from '#features/admin/use-gone-meanwhile.ts'

/** For people who have never signed in: the link of their first mail once more. */
export function PeopleInviteAgain({ ids, onDone }: { ids: number[]; onDone: () => void }) {
  const [isOpen, setOpen] = useState(false)
  const who = peopleCount(ids.length)
  const told = useGoneMeanwhile('Nothing was sent')
  const send = useMutation({
    mutationFn: () => api.people.sendPasswordLinks.call({ body: { ids } }),
    onSuccess: () => {
      onDone()
      showToast({ variant: 'success', title: `Invitation sent again to ${who}` })
    },
    onError: async (error) => {
      if (await told(error)) setOpen(false)
    },
  })
  return (
    <AlertDialog
      open={isOpen}
      onOpenChange={setOpen}
      trigger={<Button variant="outline">Send invitation again</Button>}
      title={`Send the invitation again to ${who}?`}
      description="To those chosen who have never signed in. Each is mailed a new link to a password; the links sent before stop working."
      actionLabel={`Send to ${who}`}
      actionVariant="primary"
      isLoading={send.isPending}
      onAction={() => send.mutate()}
    >
      <FailureAlert error={send.error} title="Nothing was sent." />
    </AlertDialog>
  )
}
