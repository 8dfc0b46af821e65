import { useQuery } from '@tanstack/react-query'
import { api } from '#core/api.ts'
import { useTenant } from '#features/session/tenant.ts'
import { useUser } from '#features/session/user.ts'

/** For god-admins: whose a content set can be, the platform's own templates first. */
export function useOrganisations() {
  const { is_platform: isPlatform } = useTenant()
  const { tenant } = useUser()
  const { data } = useQuery({ ...api.tenants.choices.query(), enabled: isPlatform })
  return [
    { value: String(tenant.id), label: 'Templates' },
    ...(data?.organisations ?? []).map(({ id, name }) => ({ value: String(id), label: name })),
  ]
}
