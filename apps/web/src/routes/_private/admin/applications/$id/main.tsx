import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { OrganisationMain } from '#features/organisations/lazy-organisation-main.tsx'
import { organisationQuery } from '#support/refresh-organisation.ts'

export const Route = createFileRoute('/_private/admin/applications/$id/main')({
  component: MainTab,
})

function MainTab() {
  const { id } = Route.useParams()
  const { data: organisation } = useSuspenseQuery(organisationQuery(id))
  return <OrganisationMain key={organisation.id} organisation={organisation} />
}
