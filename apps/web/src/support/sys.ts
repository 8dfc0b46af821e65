import { useQuery } from '@tanstack/react-query'
import type { Sys } from 'contract/sys'
import { api } from '#core/api.ts'
import { sessionKeys, storeQuietly } from '#core/storage-keys.ts'

const query = api.sys.get.query()

/** Staging flag and support address of the installation, loaded once per browser session. */
export function useSys(): Sys | undefined {
  return useQuery({ queryKey: query.queryKey, queryFn: loadOnce, staleTime: Infinity }).data
}

async function loadOnce({ signal }: { signal: AbortSignal }) {
  const stored = sessionStorage.getItem(sessionKeys.sys)
  if (stored !== null) return JSON.parse(stored) as Sys
  const sys = await query.queryFn({ signal })
  storeQuietly(sessionStorage, sessionKeys.sys, JSON.stringify(sys))
  return sys
}
