import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, notFound } from '@tanstack/react-router'
import { api } from '#core/api.ts'
import { isCompanyAdmin } from '#core/can.ts'
import { lenient, wholeNumber } from '#core/lenient.ts'
import { toNotFound } from '#core/route-id.ts'
import { OrganisationError } from '#features/organisations/organisation-error.tsx'
import { OrganisationHead, OrganisationTabs } from '#features/organisations/organisation-head.tsx'
import { OrganisationMain } from '#features/organisations/lazy-organisation-main.tsx'
import { organisationQuery } from '#support/refresh-organisation.ts'
import { SelectField } from '#ui/select-field.tsx'

const readSearch = lenient({ tenant_id: wholeNumber(1) })

/** Company admins see their own organisation; auditors choose one of those assigned to them. */
export const Route = createFileRoute('/_private/admin/organisation')({
  validateSearch: readSearch,
  beforeLoad: ({ context }) => {
    if (!isCompanyAdmin(context.user)) throw notFound()
  },
  loaderDeps: ({ search: { tenant_id } }) => ({ tenant_id }),
  loader: async ({ context: { queryClient }, deps }) => {
    const { organisations } = await queryClient.ensureQueryData(api.tenants.choices.query())
    const chosen = organisations.find(({ id }) => id === deps.tenant_id) ?? organisations[0]
    if (!chosen) throw notFound()
    await queryClient.ensureQueryData(organisationQuery(chosen.id)).catch(toNotFound)
    return { id: chosen.id }
  },
  head: () => ({ meta: [{ title: 'Application' }] }),
  component: ApplicationPage,
  errorComponent: OrganisationError,
})

function ApplicationPage() {
  const { id } = Route.useLoaderData()
  const { data: organisation } = useSuspenseQuery(organisationQuery(id))
  const { organisations } = useSuspenseQuery(api.tenants.choices.query()).data
  const navigate = Route.useNavigate()
  return (
    <>
      <OrganisationHead organisation={organisation} title="Application" />
      {organisations.length > 1 && (
        <SelectField
          label="Organisation"
          fieldClassName="mb-6 max-w-sm"
          options={organisations.map(({ id: value, name }) => ({
            value: String(value),
            label: name,
          }))}
          value={String(id)}
          onChange={({ target }) => navigate({ search: { tenant_id: Number(target.value) } })}
        />
      )}
      <OrganisationTabs organisation={organisation} isApplication />
      <OrganisationMain key={id} organisation={organisation} />
    </>
  )
}
