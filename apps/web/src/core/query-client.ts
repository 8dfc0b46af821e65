import { QueryClient } from '@tanstack/react-query'
import { isRefused } from '#core/api-error.ts'

const MINUTE = 60_000

/** The specification, sections 7 and 9. */
export function createQueryClient() {
  return new QueryClient({
    defaultOptions: {
      queries: {
        gcTime: 5 * MINUTE,
        refetchOnWindowFocus: false,
        refetchOnReconnect: true,
        // Fail immediately without a connection, instead of waiting.
        networkMode: 'always',
        retry: (failures, error) => failures < 3 && !isRefused(error),
        retryDelay: (failures) => Math.min(1000 * 2 ** failures, 30_000),
      },
      mutations: { networkMode: 'always' },
    },
  })
}
