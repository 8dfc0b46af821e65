import { useSuspenseQuery } from '@tanstack/react-query'
import { Link, Outlet, createFileRoute, notFound } from '@tanstack/react-router'
import { api } from '#core/api.ts'
import { hasCode } from '#core/api-error.ts'
import { OrganisationError } from '#features/organisation/organisation-error.tsx'
import { OrganisationHead } from '#features/organisation/organisation-head.tsx'
import { organisationQuery } from '#features/organisation/refresh-organisation.ts'
import { OrganisationTabs } from './-organisation-tabs.tsx'

export const Route = createFileRoute('/_private/admin/applications/$id')({
  loader: async ({ context: { queryClient }, params: { id } }) => {
    try {
      return await queryClient.ensureQueryData(organisationQuery(id))
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
      <OrganisationHead
        customer={customer}
        title={customer.name}
        parent={
          <Link to="/admin/applications" className="link">
            Organisations
          </Link>
        }
      />
      <OrganisationTabs customer={customer} />
      <Outlet />
    </>
  )
}
