import type { QueryClient } from '@tanstack/react-query'
import type { CustomerDetails } from 'contract/tenants'
import { api } from '#core/api.ts'
import { organisationsChanged } from './organisations-changed.ts'

/** Everything that shows an organisation learns what stands now. */
export async function refreshOrganisation(queryClient: QueryClient, customer: CustomerDetails) {
  queryClient.setQueryData(organisationQuery(customer.id).queryKey, customer)
  await Promise.all([
    organisationsChanged(queryClient),
    queryClient.invalidateQueries({ queryKey: api.tenants.current.key }),
  ])
}

export function organisationQuery(id: number | string) {
  return api.tenants.get.query({ params: { id: String(id) } })
}
