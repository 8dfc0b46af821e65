import { useSuspenseQuery } from '@tanstack/react-query'
import { Link, Outlet, createFileRoute } from '@tanstack/react-router'
import { isolated } from '#core/isolated.ts'
import { idIn, toNotFound } from '#core/route-id.ts'
import { OrganisationError } from '#features/organisations/organisation-error.tsx'
import { OrganisationHead, OrganisationTabs } from '#features/organisations/organisation-head.tsx'
import { organisationQuery } from '#support/refresh-organisation.ts'
import { useTenant } from '#core/tenant.ts'

export const Route = createFileRoute('/_private/admin/applications/$id')({
  loader: async ({ context, params: { id } }) => {
    const query = organisationQuery(idIn(id))
    const { name } = await context.queryClient.ensureQueryData(query).catch(toNotFound)
    return { name: isolated(name) }
  },
  head: ({ loaderData }) => ({
    meta: [{ title: loaderData?.name ?? 'Organisation' }],
  }),
  component: OrganisationPage,
  errorComponent: OrganisationError,
})

function OrganisationPage() {
  const { id } = Route.useParams()
  const { data: organisation } = useSuspenseQuery(organisationQuery(id))
  return (
    <>
      <OrganisationHead organisation={organisation} parent={<Parent />} />
      <OrganisationTabs organisation={organisation} />
      <Outlet />
    </>
  )
}

function Parent() {
  const [to, label] = useTenant().is_platform
    ? (['/admin/applications', 'Organisations'] as const)
    : (['/admin/organisation', 'Organisation'] as const)
  return (
    <Link to={to} className="link">
      {label}
    </Link>
  )
}
