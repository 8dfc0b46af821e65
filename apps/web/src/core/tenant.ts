import { useSuspenseQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import type { HostTenant } from 'contract/tenants'
import { api } from '#core/api.ts'
import { scopeOf } from '#core/host.ts'

declare global {
  var tenantAnswer: Promise<HostTenant | undefined> | undefined
}

const query = api.tenants.current.query()

/** The organisation of this host; the root route loads it before anything shows. */
export const tenantQuery = {
  ...query,
  queryFn: async (context: Parameters<typeof query.queryFn>[0]) =>
    (await early()) ?? (await query.queryFn(context)),
  staleTime: Infinity,
  gcTime: Infinity,
}

/** What the script in the head asked, once. */
async function early() {
  const { tenantAnswer } = globalThis
  globalThis.tenantAnswer = undefined
  return await tenantAnswer?.catch(() => undefined)
}

export function useTenant() {
  return useSuspenseQuery(tenantQuery).data
}

export function useScope() {
  const pathname = useLocation({ select: (location) => location.pathname })
  const isAdminHost = useTenant().is_platform
  return scopeOf({ hostname: location.hostname, pathname, isAdminHost })
}
