import { useQuery } from '@tanstack/react-query'
import type { CustomerDetails } from 'contract/tenants'
import { api } from '#core/api.ts'
import { dataAddressOf } from '#core/files.ts'

type LogoOf = Pick<CustomerDetails, 'id' | 'logo_version'>

/** The logo of any organisation in view: a picture's address cannot bring the token along, so it is fetched first. */
export function useLogoUrl({ id, logo_version: version }: LogoOf) {
  const { data = null } = useQuery({
    queryKey: [...api.tenants.logoOf.key, id, version],
    queryFn: async ({ signal }) =>
      await dataAddressOf(
        await api.tenants.logoOf.call({ params: { id: String(id) } }, { signal }),
      ),
    enabled: version !== null,
  })
  return version === null ? null : data
}
