import { useQuery } from '@tanstack/react-query'
import type { Sys } from 'contract/sys'
import { api } from '#core/api.ts'
import { sessionKeys, storeQuietly } from '#core/storage-keys.ts'

const query = api.sys.get.query()

/** The installation: staging, support address. Asked once per browser session. */
export function useSys(): Sys | undefined {
  return useQuery({ queryKey: query.queryKey, queryFn: askOnce, staleTime: Infinity }).data
}

async function askOnce({ signal }: { signal: AbortSignal }) {
  const kept = sessionStorage.getItem(sessionKeys.sys)
  if (kept !== null) return JSON.parse(kept) as Sys
  const sys = await query.queryFn({ signal })
  storeQuietly(sessionStorage, sessionKeys.sys, JSON.stringify(sys))
  return sys
}
