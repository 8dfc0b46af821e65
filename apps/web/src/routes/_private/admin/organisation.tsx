import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, notFound } from '@tanstack/react-router'
import { isCompanyAdmin } from 'contract/roles'
import { OrganisationError } from '#features/organisation/organisation-error.tsx'
import { OrganisationHead, OrganisationTabs } from '#features/organisation/organisation-head.tsx'
import { OrganisationMain } from '#features/organisation/lazy-organisation-main.tsx'
import { organisationQuery } from '#features/organisation/refresh-organisation.ts'
import { tenantQuery } from '#features/session/tenant.ts'
import { useUser } from '#features/session/user.ts'

export const Route = createFileRoute('/_private/admin/organisation')({
  beforeLoad: async ({ context }) => {
    const tenant = await context.queryClient.ensureQueryData(tenantQuery)
    if (!isCompanyAdmin(context.user.roles.map(({ name }) => name)) || tenant.is_platform)
      throw notFound()
  },
  loader: ({ context }) =>
    context.queryClient.ensureQueryData(organisationQuery(context.user.tenant.id)),
  head: () => ({ meta: [{ title: 'Application' }] }),
  component: OwnOrganisationPage,
  errorComponent: OrganisationError,
})

function OwnOrganisationPage() {
  const { tenant } = useUser()
  const { data: customer } = useSuspenseQuery(organisationQuery(tenant.id))
  return (
    <>
      <OrganisationHead customer={customer} title="Application" overline={customer.name} />
      <OrganisationTabs customer={customer} />
      <OrganisationMain customer={customer} />
    </>
  )
}
