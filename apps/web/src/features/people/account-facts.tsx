import type { UserDetails } from 'contract/users'
import { formatDate, formatMoment } from '#core/time.ts'
import { Fact } from '#features/admin/fact.tsx'
import { StatusDot } from '#ui/badge.tsx'
import { Section } from '#ui/section.tsx'

export function AccountFacts({ person }: { person: UserDetails }) {
  const { is_active, last_login_at, mfa_enabled, pending_email, created_at } = person
  return (
    <Section id="account" title="Account" titleClassName="mb-3">
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
    </Section>
  )
}

function waysOf({ has_password, identities }: UserDetails) {
  const linked = identities.map(
    ({ issuer, linked_at }) => `${hostOf(issuer)}, linked ${formatDate(linked_at)}`,
  )
  const ways = [...(has_password ? ['Password'] : []), ...linked]
  return ways.length > 0 ? ways : ['Nothing yet: no password was chosen']
}

function hostOf(issuer: string) {
  return URL.canParse(issuer) ? new URL(issuer).host : issuer
}
