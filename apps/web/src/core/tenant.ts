import { useSuspenseQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { api } from '#core/api.ts'
import { scopeOf } from '#core/host.ts'

/** The organisation of this host; the root route loads it before anything shows. */
export const tenantQuery = { ...api.tenants.current.query(), staleTime: Infinity, gcTime: Infinity }

export function useTenant() {
  return useSuspenseQuery(tenantQuery).data
}

export function useScope() {
  const pathname = useLocation({ select: (location) => location.pathname })
  const isAdminHost = useTenant().is_platform
  return scopeOf({ hostname: location.hostname, pathname, isAdminHost })
}
