import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import type { Session } from 'contract/auth'
import { MonitorSmartphone } from 'lucide-react'
import { useState } from 'react'
import { api } from '#core/api.ts'
import { formatMoment } from '#core/time.ts'
import { showToast } from '#core/toast.ts'
import { FailureAlert } from '#features/shell/failure-alert.tsx'
import { AlertDialog } from '#ui/alert-dialog.tsx'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Section } from './-section.tsx'

export function Sessions() {
  const { sessions } = useSuspenseQuery(api.auth.sessions.query()).data
  const others = sessions.filter((session) => !session.is_current).length
  return (
    <Section title="Where you are signed in" meta="Sign out what you do not know or no longer use.">
      <ul className="border-b">
        {sessions.map((session) => (
          <SessionRow key={session.id} session={session} />
        ))}
      </ul>
      {others > 0 && <SignOutElsewhere others={others} />}
    </Section>
  )
}

function SessionRow({ session }: { session: Session }) {
  const queryClient = useQueryClient()
  const end = useMutation({
    ...api.auth.endSession.mutation(),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: api.auth.sessions.key }),
  })
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t py-3.5">
      <MonitorSmartphone
        aria-hidden="true"
        className="size-6 shrink-0 stroke-[1.5] text-muted-foreground"
      />
      <div className="min-w-0 flex-1">
        <p className="text-16 font-medium">{session.device}</p>
        <p className="text-13 text-muted-foreground">
          Signed in {formatMoment(session.created_at)}, last used{' '}
          {formatMoment(session.last_used_at)}
        </p>
      </div>
      {session.is_current ? (
        <Badge variant="success">This device</Badge>
      ) : (
        <Button
          variant="outline"
          size="xs"
          aria-label={`Sign out ${session.device}`}
          isLoading={end.isPending}
          onClick={() => end.mutate({ params: { id: session.id } })}
        >
          Sign out
        </Button>
      )}
      <FailureAlert error={end.error} title="That device is still signed in." className="w-full" />
    </li>
  )
}

function SignOutElsewhere({ others }: { others: number }) {
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
