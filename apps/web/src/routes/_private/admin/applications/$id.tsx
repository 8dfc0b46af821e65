import { isolated } from '#core/isolated.ts'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Link, Outlet, createFileRoute } from '@tanstack/react-router'
import { idIn, toNotFound } from '#core/route-id.ts'
import { OrganisationError } from '#features/organisation/organisation-error.tsx'
import { OrganisationHead, OrganisationTabs } from '#features/organisation/organisation-head.tsx'
import { organisationQuery } from '#features/organisation/refresh-organisation.ts'
import { useTenant } from '#features/session/tenant.ts'

export const Route = createFileRoute('/_private/admin/applications/$id')({
  loader: ({ context, params: { id } }) =>
    context.queryClient.ensureQueryData(organisationQuery(idIn(id))).catch(toNotFound),
  head: ({ loaderData }) => ({ meta: [{ title: isolated(loaderData?.name ?? 'Organisation') }] }),
  component: OrganisationPage,
  errorComponent: OrganisationError,
})

function OrganisationPage() {
  const { id } = Route.useParams()
  const { data: customer } = useSuspenseQuery(organisationQuery(id))
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
