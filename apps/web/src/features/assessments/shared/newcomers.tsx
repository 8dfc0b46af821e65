import { Link } from '@tanstack/react-router'
import type { Awaited } from 'contract/shared-assessments'
import { Hourglass, MailPlus } from 'lucide-react'
import { Suspense, useState } from 'react'
import { plural } from 'rules/plural'
import { can } from '#core/can.ts'
import { lazyPart } from '#core/lazy-part.ts'
import { useTenant } from '#core/tenant.ts'
import { useUser } from '#core/user.ts'
import { Button } from '#ui/button.tsx'
import type { SharedPeople } from './shared-query.ts'

const NewcomerDialog = lazyPart(() => import('./newcomer-dialog.tsx'), 'NewcomerDialog')

interface NewcomersProps {
  shared: SharedPeople
  mayManage: boolean
}

/** Addresses without an account for which elements wait. */
export function Newcomers({ shared, mayManage }: NewcomersProps) {
  const [email, setEmail] = useState<string>()
  const { awaited } = shared
  if (awaited.length === 0) return null
  return (
    <div className="mt-4 rounded-lg border bg-card p-4">
      <h3 id="newcomers" className="text-15 font-semibold">
        Not joined yet
      </h3>
      <p className="text-14 text-muted-foreground">
        Until these people join, the owner answers their elements.
      </p>
      <ul aria-labelledby="newcomers" className="mt-2 divide-y">
        {awaited.map((one) => (
          <li
            key={one.email}
            className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-2 last:pb-0"
          >
            <Waiting one={one} mayManage={mayManage} />
            {mayManage && (
              <span className="flex flex-wrap gap-2">
                <InviteLink one={one} />
                <Button variant="outline" size="sm" onClick={() => setEmail(one.email)}>
                  Choose someone else<span className="sr-only"> instead of {one.email}</span>
                </Button>
              </span>
            )}
          </li>
        ))}
      </ul>
      <Suspense>
        {email !== undefined && (
          <NewcomerDialog shared={shared} email={email} onClose={() => setEmail(undefined)} />
        )}
      </Suspense>
    </div>
  )
}

function Waiting({ one, mayManage }: { one: Awaited; mayManage: boolean }) {
  const { sign_in_mode: mode } = useTenant()
  const invitation = one.invitation ?? (mode === 'sso' ? 'sso' : 'none')
  // The organisation of the page isn't that of the assessment.
  const state = mayManage || one.invitation !== null ? [STATES[invitation]] : []
  const elements = plural(one.elements, { one: '# element waits', other: '# elements wait' })
  return (
    <span className="flex min-w-0 flex-1 basis-60 items-start gap-3">
      <Hourglass
        aria-hidden="true"
        className="mt-0.5 size-5 shrink-0 stroke-[1.75] text-muted-foreground"
      />
      <span className="min-w-0">
        <span translate="no" className="block font-medium wrap-anywhere">
          {one.email}
        </span>
        <span className="block text-13 text-muted-foreground">
          {[elements, ...state].join(' · ')}
        </span>
      </span>
    </span>
  )
}

const STATES = {
  open: 'Invited',
  expired: 'Invitation expired',
  sso: 'Joins by single sign-on',
  none: 'No invitation',
}

/** For those who may invite. */
function InviteLink({ one: { email, invitation } }: { one: Awaited }) {
  const user = useUser()
  const { sign_in_mode: mode } = useTenant()
  if (!can(user, 'invite-users') || invitation === 'open' || mode === 'sso') return null
  return (
    <Button asChild variant="outline" size="sm">
      <Link to="/admin/users" search={{ invite: email }}>
        <MailPlus />
        Invite<span className="sr-only"> {email}</span>
      </Link>
    </Button>
  )
}
