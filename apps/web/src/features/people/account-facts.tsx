import type { Person } from 'contract/person'
import type { ReactNode } from 'react'
import { formatDate, formatMoment } from '#core/time.ts'
import { StatusDot } from '#ui/badge.tsx'

export function AccountFacts({ person }: { person: Person }) {
  const { is_active, last_login_at, mfa_enabled, pending_email, created_at } = person
  return (
    <section aria-labelledby="account">
      <h2 id="account" className="mb-3 text-18 font-semibold">
        Account
      </h2>
      <dl className="divide-y rounded-lg border bg-card text-14">
        <Fact term="Status">
          <StatusDot isOn={is_active}>{is_active ? 'Active' : 'Inactive'}</StatusDot>
        </Fact>
        <Fact term="Last signed in">{last_login_at ? formatMoment(last_login_at) : 'Never'}</Fact>
        <Fact term="Second step">
          <StatusDot isOn={mfa_enabled}>{mfa_enabled ? 'On' : 'Off'}</StatusDot>
        </Fact>
        <Fact term="Signs in with">
          <ul>
            {waysOf(person).map((way) => (
              <li key={way}>{way}</li>
            ))}
          </ul>
        </Fact>
        {pending_email && <Fact term="Address to be confirmed">{pending_email}</Fact>}
        <Fact term="Added">{formatDate(created_at)}</Fact>
      </dl>
    </section>
  )
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="flex items-baseline justify-between gap-6 px-4 py-2.5">
      <dt className="shrink-0 text-muted-foreground">{term}</dt>
      <dd className="min-w-0 text-right wrap-anywhere">{children}</dd>
    </div>
  )
}

function waysOf({ has_password, identities }: Person) {
  const linked = identities.map(
    ({ issuer, linked_at }) => `${hostOf(issuer)}, linked ${formatDate(linked_at)}`,
  )
  const ways = [...(has_password ? ['Password'] : []), ...linked]
  return ways.length > 0 ? ways : ['Nothing yet: no password was chosen']
}

function hostOf(issuer: string) {
  return URL.canParse(issuer) ? new URL(issuer).host : issuer
}
