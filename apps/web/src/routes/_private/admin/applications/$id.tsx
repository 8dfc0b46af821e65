import { useSuspenseQuery } from '@tanstack/react-query'
import { Link, Outlet, createFileRoute, notFound } from '@tanstack/react-router'
import { api } from '#core/api.ts'
import { hasCode } from '#core/api-error.ts'
import { idIn } from '#core/route-id.ts'
import { OrganisationError } from '#features/organisation/organisation-error.tsx'
import { OrganisationHead, OrganisationTabs } from '#features/organisation/organisation-head.tsx'
import { organisationQuery } from '#features/organisation/refresh-organisation.ts'
import { useTenant } from '#features/session/tenant.ts'

export const Route = createFileRoute('/_private/admin/applications/$id')({
  loader: async ({ context: { queryClient }, params: { id } }) => {
    try {
      return await queryClient.ensureQueryData(organisationQuery(idIn(id)))
    } catch (error) {
      if (hasCode(error, 'not-found')) throw notFound()
      throw error
    }
  },
  head: ({ loaderData }) => ({ meta: [{ title: loaderData?.name ?? 'Organisation' }] }),
  component: OrganisationPage,
  errorComponent: OrganisationError,
})

function OrganisationPage() {
  const { id } = Route.useParams()
  const { data: customer } = useSuspenseQuery(api.tenants.get.query({ params: { id } }))
  return (
    <>
      <OrganisationHead customer={customer} title={customer.name} parent={<Parent />} />
      <OrganisationTabs customer={customer} />
      <Outlet />
    </>
  )
}

function Parent() {
  const [to, label] = useTenant().is_platform
    ? (['/admin/applications', 'Organisations'] as const)
    : (['/admin/organisation', 'Application'] as const)
  return (
    <Link to={to} className="link">
      {label}
    </Link>
  )
}
