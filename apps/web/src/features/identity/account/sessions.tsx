import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import type { Session } from 'contract/auth'
import { MonitorSmartphone } from 'lucide-react'
import { formatNumber } from 'rules/plural'
import { Suspense, useState } from 'react'
import { api } from '#core/api.ts'
import { lazyPart } from '#core/lazy-part.ts'
import { formatAgo, formatMoment } from '#core/time.ts'
import { useConfirmOwner } from '#features/identity/use-confirm-owner.tsx'
import { FailureAlert } from '#support/failure-alert.tsx'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { takeFocus } from '#ui/take-focus.ts'
import { SettingsSection } from './settings-section.tsx'

const SignOutElsewhere = lazyPart(() => import('./sign-out-elsewhere.tsx'), 'SignOutElsewhere')

/** Shown at first. */
const FIRST = 20

export function Sessions() {
  const { sessions } = useSuspenseQuery(api.auth.sessions.query()).data
  const [firstAdded, setFirstAdded] = useState<Session>()
  const own = sessions.filter(({ is_current }) => is_current)
  const others = sessions.filter(({ is_current }) => !is_current)
  const all = [...own, ...others]
  return (
    <SettingsSection
      title="Where you are signed in"
      meta="Sign out devices you don’t recognise or no longer use."
    >
      <ul className="border-b">
        {all.slice(0, firstAdded ? undefined : FIRST).map((session) => (
          <SessionRow key={session.id} session={session} hasFocus={session.id === firstAdded?.id} />
        ))}
      </ul>
      {!firstAdded && all.length > FIRST && (
        <Button variant="ghost" onClick={() => setFirstAdded(all[FIRST])}>
          {`Show all ${formatNumber(all.length)}`}
        </Button>
      )}
      <Suspense fallback={<div className="h-11" />}>
        <SignOutElsewhere others={others.length} />
      </Suspense>
    </SettingsSection>
  )
}

/** `hasFocus`: the first row that the pressed button has added. */
function SessionRow({ session, hasFocus }: { session: Session; hasFocus: boolean }) {
  const queryClient = useQueryClient()
  const { withConfirmation, dialog } = useConfirmOwner()
  const end = useMutation({
    mutationFn: () =>
      withConfirmation(() => api.auth.endSession.call({ params: { id: session.id } })),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: api.auth.sessions.key }),
  })
  return (
    <li
      tabIndex={-1}
      ref={hasFocus ? takeFocus : undefined}
      className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t py-3.5"
    >
      <MonitorSmartphone className="size-6 shrink-0 stroke-[1.5] text-muted-foreground" />
      <div className="min-w-0 flex-1">
        <p className="text-16 font-medium">{session.device}</p>
        <p className="text-13 text-muted-foreground">
          {`Last used ${formatAgo(session.last_used_at)}${session.address === null ? '' : ` from ${session.address}`}, signed in ${formatMoment(session.created_at)}`}
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
          onClick={() => end.mutate()}
        >
          Sign out
        </Button>
      )}
      <FailureAlert error={end.error} title="The device was not signed out." className="w-full" />
      {dialog}
    </li>
  )
}
