import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { hasPlatformRole } from 'contract/roles'
import type { UserDetails } from 'contract/users'
import { Suspense } from 'react'
import { can } from '#core/can.ts'
import { lazyPart } from '#core/lazy-part.ts'
import { formatDate, formatMoment } from '#core/time.ts'
import { Fact } from '#ui/fact.tsx'
import { useUser } from '#core/user.ts'
import { AccountActions } from '#features/people/users/account-actions.tsx'
import { LinkedMethods } from '#features/people/users/linked-methods.tsx'
import { userDetailsQuery } from '#features/people/users/user-query.ts'
import { StatusDot } from '#ui/badge.tsx'
import { Section } from '#ui/section.tsx'

const EditedDetails = lazyPart(
  () => import('#features/people/users/edited-details.tsx'),
  'EditedDetails',
)

const UserFacts = lazyPart(() => import('#features/people/users/user-fields.tsx'), 'UserFacts')

export const Route = createFileRoute('/_private/admin/users/$id/main-details')({
  component: MainDetails,
})

function MainDetails() {
  const { id } = Route.useParams()
  const { data: user } = useSuspenseQuery(userDetailsQuery(id))
  const isEditor =
    can(useUser(), 'create-users') &&
    !hasPlatformRole(user.roles) &&
    user.tenant.status !== 'moving'
  return (
    // Together, so that on phones the facts don't move down when the form arrives.
    <Suspense>
      <div className="grid items-start gap-x-12 gap-y-8 lg:grid-cols-[minmax(0,1fr)_22rem]">
        {isEditor ? <EditedDetails key={user.id} user={user} /> : <UserFacts user={user} />}
        <div className="space-y-8">
          <AccountFacts user={user} canUnlink={isEditor} />
          {isEditor && <AccountActions user={user} />}
        </div>
      </div>
    </Suspense>
  )
}

function AccountFacts({ user, canUnlink }: { user: UserDetails; canUnlink: boolean }) {
  const { is_active, last_login_at, mfa_enabled, pending_email, created_at } = user
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
          <LinkedMethods {...{ user, canUnlink }} />
        </Fact>
        {pending_email && <Fact term="Email awaiting confirmation">{pending_email}</Fact>}
        <Fact term="Added">{formatDate(created_at)}</Fact>
      </dl>
    </Section>
  )
}
