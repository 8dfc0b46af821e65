import { useQuery } from '@tanstack/react-query'
import type { CustomerDetails } from 'contract/tenants'
import { api } from '#core/api.ts'
import { dataAddressOf } from '#core/data-address.ts'

/** The logo of any organisation in view: a picture's address cannot bring the token along, so it is fetched first. */
export function useLogoUrl({ id, has_logo: hasLogo }: Pick<CustomerDetails, 'id' | 'has_logo'>) {
  const { data = null } = useQuery({
    queryKey: [...api.tenants.logoOf.key, id],
    queryFn: async ({ signal }) =>
      await dataAddressOf(
        await api.tenants.logoOf.call({ params: { id: String(id) } }, { signal }),
      ),
    enabled: hasLogo,
  })
  return hasLogo ? data : null
}
