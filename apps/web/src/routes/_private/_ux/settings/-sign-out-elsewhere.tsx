import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#core/api.ts'
import { logout } from '#core/session.ts'
import { showToast } from '#core/toast.ts'
import { useSignOut } from '#features/session/sign-out.tsx'
import { FailureAlert } from '#features/shell/failure-alert.tsx'
import { AlertDialog } from '#ui/alert-dialog.tsx'
import { Button } from '#ui/button.tsx'

export function SignOutElsewhere({ others }: { others: number }) {
  const everywhere = useMutation({ mutationFn: leaveEverywhere })
  return (
    <>
      <div className="flex flex-wrap gap-3">
        {others > 0 && <Elsewhere others={others} />}
        <Everywhere leave={everywhere.mutateAsync} />
      </div>
      <FailureAlert error={everywhere.error} title="Nothing was signed out." />
    </>
  )
}

async function leaveEverywhere() {
  await api.auth.endAllSessions.call({})
  await logout()
}

function Everywhere({ leave }: { leave: () => Promise<void> }) {
  const [isOpen, setOpen] = useState(false)
  const { signOut, dialog } = useSignOut(leave)
  return (
    <>
      <AlertDialog
        open={isOpen}
        onOpenChange={setOpen}
        trigger={<Button variant="outline">Sign out everywhere</Button>}
        title="Sign out everywhere?"
        description="On every device, this one too. You sign in again after that."
        actionLabel="Sign out everywhere"
        onAction={() => {
          setOpen(false)
          // Why it failed stands in the page.
          signOut().catch(() => undefined)
        }}
      />
      {dialog}
    </>
  )
}

function Elsewhere({ others }: { others: number }) {
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
