import { rolesLabel } from 'contract/labels'
import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import type { UserDetails } from 'contract/users'
import { lazy, Suspense } from 'react'
import { can } from '#core/can.ts'
import { useUser } from '#features/session/user.ts'
import { AccountActions } from '#features/people/account-actions.tsx'
import { AccountFacts } from '#features/people/account-facts.tsx'
import { userDetailsQuery } from '#features/people/user-query.ts'
import { Section } from '#ui/section.tsx'

const EditedDetails = lazy(() =>
  import('#features/people/edited-details.tsx').then((module) => ({
    default: module.EditedDetails,
  })),
)

export const Route = createFileRoute('/_private/admin/users/$id/main-details')({
  component: MainDetails,
})

function MainDetails() {
  const { id } = Route.useParams()
  const { data: person } = useSuspenseQuery(userDetailsQuery(id))
  const isEditor = can(useUser(), 'create-users') && !isOfPlatform(person)
  return (
    <div className="grid items-start gap-x-12 gap-y-8 lg:grid-cols-[minmax(0,1fr)_22rem]">
      <Suspense fallback={<div />}>
        {isEditor ? <EditedDetails key={person.id} person={person} /> : <Details person={person} />}
      </Suspense>
      <div className="space-y-8">
        <AccountFacts person={person} />
        {isEditor && <AccountActions person={person} />}
      </div>
    </div>
  )
}

/** Managed on the Access pages. */
function isOfPlatform({ roles }: UserDetails) {
  return roles.includes('god-admin') || roles.includes('auditor')
}

function Details({ person }: { person: UserDetails }) {
  const { name, email, organisation_name, tenant, roles } = person
  const facts = [
    ['Name', name],
    ['Email', email],
    ...(tenant.is_public ? [['Organisation name', organisation_name ?? 'None']] : []),
    ['Role', rolesLabel(roles)],
  ]
  return (
    <Section id="details" title="Details" titleClassName="mb-4">
      <dl className="grid gap-x-6 gap-y-3 sm:grid-cols-[10rem_1fr]">
        {facts.map(([term, value]) => (
          <div key={term} className="contents">
            <dt className="text-14 text-muted-foreground">{term}</dt>
            <dd className="text-15 wrap-anywhere max-sm:-mt-2">{value}</dd>
          </div>
        ))}
      </dl>
    </Section>
  )
}
