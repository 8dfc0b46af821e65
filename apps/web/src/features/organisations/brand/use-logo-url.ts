import { useQuery } from '@tanstack/react-query'
import type { OrganisationDetails } from 'contract/tenants'
import { api } from '#core/api.ts'
import { dataAddressOf } from '#core/files.ts'

type LogoOf = Pick<OrganisationDetails, 'id' | 'logo_version'>

/** Fetches the logo as a data URL, because an image element can't send the token. Undefined until it is here. */
export function useLogoUrl({ id, logo_version: version }: LogoOf) {
  const { data, isError } = useQuery({
    queryKey: [...api.tenants.logoOf.key, id, version],
    queryFn: async ({ signal }) =>
      await dataAddressOf(
        await api.tenants.logoOf.call({ params: { id: String(id) } }, { signal }),
      ),
    enabled: version !== null,
  })
  return version === null || isError ? null : data
}
