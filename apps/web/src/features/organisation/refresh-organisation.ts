import type { QueryClient } from '@tanstack/react-query'
import type { CustomerDetails } from 'contract/tenants'
import { api } from '#core/api.ts'

/** Everything that shows an organisation learns what stands now. */
export async function refreshOrganisation(queryClient: QueryClient, customer: CustomerDetails) {
  queryClient.setQueryData(organisationQuery(customer.id).queryKey, customer)
  await Promise.all(
    [api.tenants.list.key, api.tenants.current.key].map((queryKey) =>
      queryClient.invalidateQueries({ queryKey }),
    ),
  )
}

export function organisationQuery(id: number | string) {
  return api.tenants.get.query({ params: { id: String(id) } })
}
