import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#core/api.ts'
import { showToast } from '#core/toast.ts'
import { FailureAlert } from '#features/shell/failure-alert.tsx'
import { AlertDialog } from '#ui/alert-dialog.tsx'
import { Button } from '#ui/button.tsx'

export function SignOutElsewhere({ others }: { others: number }) {
  const [isOpen, setOpen] = useState(false)
  const queryClient = useQueryClient()
  const endOthers = useMutation({
    ...api.auth.endOtherSessions.mutation(),
    onSuccess: async ({ ended }) => {
      setOpen(false)
      showToast({ variant: 'success', title: `Signed out on ${devices(ended)}` })
      await queryClient.invalidateQueries({ queryKey: api.auth.sessions.key })
    },
  })
  return (
    <AlertDialog
      open={isOpen}
      onOpenChange={setOpen}
      trigger={<Button variant="outline">Sign out elsewhere</Button>}
      title={`Sign out on ${devices(others)}?`}
      description="Whoever uses them has to sign in again. You stay signed in here."
      actionLabel="Sign out elsewhere"
      isLoading={endOthers.isPending}
      onAction={() => endOthers.mutate()}
    >
      <FailureAlert error={endOthers.error} title="Nothing was signed out." />
    </AlertDialog>
  )
}

function devices(count: number) {
  return count === 1 ? '1 other device' : `${count} other devices`
}
