import type { Organisation } from 'contract/tenants'
import { useTenant } from '#core/tenant.ts'

/** Each organisation has its own subdomain; the public one has the bare domain. */
export function useSiteAddress() {
  const { is_public: isBare } = useTenant()
  const base = isBare ? location.host : location.host.slice(location.host.indexOf('.') + 1)
  return ({ domain, is_public: isPublic }: Pick<Organisation, 'domain' | 'is_public'>) =>
    `${location.protocol}//${isPublic ? base : `${domain}.${base}`}/`
}
