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
        <Fact term="Two-step verification">
          <StatusDot isOn={mfa_enabled}>{mfa_enabled ? 'On' : 'Off'}</StatusDot>
        </Fact>
        <Fact term="Sign-in methods">
          <ul>
            {signInMethodsOf(person).map((method) => (
              <li key={method}>{method}</li>
            ))}
          </ul>
        </Fact>
        {pending_email && <Fact term="Email awaiting confirmation">{pending_email}</Fact>}
        <Fact term="Added">{formatDate(created_at)}</Fact>
      </dl>
    </Section>
  )
}

function signInMethodsOf({ has_password, identities }: UserDetails) {
  const linked = identities.map(
    ({ issuer, linked_at }) => `${hostOf(issuer)}, linked on ${formatDate(linked_at)}`,
  )
  const methods = [...(has_password ? ['Password'] : []), ...linked]
  return methods.length > 0 ? methods : ['None: the user has not set a password']
}

function hostOf(issuer: string) {
  return URL.canParse(issuer) ? new URL(issuer).host : issuer
}
