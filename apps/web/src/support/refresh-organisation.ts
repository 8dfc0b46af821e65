import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import type { OrganisationDetails } from 'contract/tenants'
import { api } from '#core/api.ts'
import { invalidate } from '#core/invalidate.ts'
import { tenantQuery } from '#core/tenant.ts'

export async function refreshOrganisation(
  queryClient: QueryClient,
  organisation: OrganisationDetails,
) {
  queryClient.setQueryData(organisationQuery(organisation.id).queryKey, organisation)
  refreshHost(queryClient, organisation)
  await organisationsChanged(queryClient)
}

/** The host's own endpoint is cached for some seconds. */
export function refreshHost(queryClient: QueryClient, organisation: OrganisationDetails) {
  queryClient.setQueryData(tenantQuery.queryKey, (host) =>
    host?.domain === organisation.domain
      ? {
          ...host,
          name: organisation.name,
          sign_in_mode: organisation.sign_in_mode,
          logo_url: organisation.has_logo ? '/api/tenant/logo' : null,
        }
      : host,
  )
}

export function organisationQuery(id: number | string) {
  return api.tenants.get.query({ params: { id: String(id) } })
}

export async function organisationsChanged(queryClient: QueryClient): Promise<void> {
  await invalidate(queryClient, [api.tenants.list.key, api.tenants.choices.key])
}

export function useConnectionsChanged(tenantId: number) {
  const queryClient = useQueryClient()
  return async () => {
    await invalidate(queryClient, [api.connections.list.key, organisationQuery(tenantId).queryKey])
  }
}
