import type { QueryClient } from '@tanstack/react-query'

/** What every route's guards and loaders are given. */
export interface RouterContext {
  queryClient: QueryClient
}
