import type { AdminUser } from 'contract/access'
import type { ReactNode } from 'react'
import { formatMoment } from '#core/time.ts'
import { StatusDot } from '#ui/badge.tsx'

export function AccessFacts({ user: { last_login_at, mfaEnabled } }: { user: AdminUser }) {
  return (
    <section aria-labelledby="account">
      <h2 id="account" className="mb-3 text-18 font-semibold">
        Account
      </h2>
      <dl className="divide-y rounded-lg border bg-card text-14">
        <Fact term="Last signed in">{last_login_at ? formatMoment(last_login_at) : 'Never'}</Fact>
        <Fact term="Second step">
          <StatusDot isOn={mfaEnabled}>{mfaEnabled ? 'On' : 'Off'}</StatusDot>
        </Fact>
      </dl>
    </section>
  )
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="flex items-baseline justify-between gap-6 px-4 py-2.5">
      <dt className="text-muted-foreground">{term}</dt>
      <dd className="text-right">{children}</dd>
    </div>
  )
}
