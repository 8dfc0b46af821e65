import type { QueryClient } from '@tanstack/react-query'
import { createRouter, lazyRouteComponent } from '@tanstack/react-router'
import { PagePending } from './support/page-pending.tsx'
import { routeTree } from './route-tree.gen.ts'

const MINUTE = 60_000

const RouteError = lazyRouteComponent(() => import('./support/route-error.tsx'), 'RouteError')

/** The numbers are the specification's, section 9. */
export function createAppRouter(queryClient: QueryClient) {
  const router = createRouter({
    routeTree,
    context: { queryClient },
    trailingSlash: 'never',
    notFoundMode: 'fuzzy',
    scrollRestoration: true,
    defaultPreload: 'intent',
    defaultPreloadDelay: 50,
    defaultPendingMs: 1000,
    defaultPendingMinMs: 500,
    defaultGcTime: 5 * MINUTE,
    defaultPreloadGcTime: 5 * MINUTE,
    defaultPreloadStaleTime: MINUTE / 2,
    defaultPendingComponent: PagePending,
    defaultErrorComponent: RouteError,
    defaultNotFoundComponent: () => <p>Not Found</p>,
  })
  // Fetched once the page stands: a page that fails without a connection must still say so.
  const stop = router.subscribe('onRendered', () => {
    stop()
    void RouteError.preload?.()
  })
  return router
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>
  }
}
