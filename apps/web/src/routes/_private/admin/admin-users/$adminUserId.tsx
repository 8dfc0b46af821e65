import { useSuspenseQuery } from '@tanstack/react-query'
import { Link, createFileRoute } from '@tanstack/react-router'
import { Suspense } from 'react'
import { api } from '#core/api.ts'
import { lazyPart } from '#core/lazy-part.ts'
import { isolated } from '#core/isolated.ts'
import { idIn, toNotFound } from '#core/route-id.ts'
import { requireGodLevel } from '#features/identity/session/session-guards.ts'
import { Fact } from '#ui/fact.tsx'
import { StatusDot } from '#ui/badge.tsx'
import { PageHead } from '#ui/page.tsx'
import { AccessForm } from '#features/people/access/access-form.tsx'
import { formatMoment } from '#core/time.ts'
import { Section } from '#ui/section.tsx'

const AccessActions = lazyPart(
  () => import('#features/people/access/access-actions.tsx'),
  'AccessActions',
)

export const Route = createFileRoute('/_private/admin/admin-users/$adminUserId')({
  beforeLoad: ({ context }) => requireGodLevel(context),
  loader: async ({ context: { queryClient }, params }) => {
    const [user] = await Promise.all([
      // Always refetch, because saving sends the loaded version.
      queryClient.fetchQuery(queryOf(params.adminUserId)).catch(toNotFound),
      queryClient.ensureQueryData(api.tenants.choices.query()),
    ])
    return { name: isolated(user.name) }
  },
  head: ({ loaderData }) => ({ meta: [{ title: loaderData?.name ?? 'Access' }] }),
  component: AdminUserPage,
})

function queryOf(id: string) {
  return api.adminUsers.get.query({ params: { id: idIn(id) } })
}

function AdminUserPage() {
  const { adminUserId } = Route.useParams()
  const { data: user } = useSuspenseQuery(queryOf(adminUserId))
  return (
    <>
      <PageHead
        parent={
          <Link to="/admin/admin-users" activeOptions={{ exact: true }} className="link hit-44">
            Access
          </Link>
        }
        title={<span translate="no">{user.name}</span>}
        meta={
          <span className="flex flex-wrap items-center gap-x-4">
            <span className="wrap-anywhere">{user.email}</span>
            <StatusDot isOn={user.is_active}>{user.is_active ? 'Active' : 'Inactive'}</StatusDot>
          </span>
        }
      />
      <div className="grid items-start gap-x-12 gap-y-8 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <AccessForm key={user.id} user={user} />
        <div className="space-y-8">
          <Section id="account" title="Account" titleClassName="mb-3">
            <dl className="divide-y rounded-lg border bg-card text-14">
              <Fact term="Last signed in">
                {user.last_login_at ? formatMoment(user.last_login_at) : 'Never'}
              </Fact>
              <Fact term="Two-step verification">
                <StatusDot isOn={user.mfaEnabled}>{user.mfaEnabled ? 'On' : 'Off'}</StatusDot>
              </Fact>
            </dl>
          </Section>
          <Suspense fallback={<div className="h-64" />}>
            <AccessActions user={user} />
          </Suspense>
        </div>
      </div>
    </>
  )
}
