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

/** Shows a changed name or brand on this page, if it is of the organisation. */
function refreshHost(queryClient: QueryClient, organisation: OrganisationDetails) {
  const host = queryClient.getQueryData(tenantQuery.queryKey)
  if (host?.domain !== organisation.domain) return
  const { name, sign_in_mode, logo_version: version, logo_size } = organisation
  // With its version, because the page keeps the picture of an address.
  const logo_url = version === null ? null : `/api/tenant/logo?version=${version.slice(0, 8)}`
  const changed = { name, sign_in_mode, logo_url, logo_size }
  queryClient.setQueryData(tenantQuery.queryKey, { ...host, ...changed })
  const old = document.querySelector<HTMLLinkElement>('link[href*="/brand.css"]')
  if (!old) return
  const [path = ''] = old.href.split('?')
  const link = document.createElement('link')
  const href = `${path}?colour=${organisation.brand_colour.slice(1)}`
  // The old colours stay until the new ones are there.
  Object.assign(link, { rel: 'stylesheet', href, onload: () => old.remove() })
  old.after(link)
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
