import type { QueryClient } from '@tanstack/react-query'
import type { AnyRouter } from '@tanstack/react-router'
import { api } from '#core/api.ts'
import { hasSession, type SessionChange } from '#core/session.ts'

/** Leads away from private pages when the session ends, here or in another tab, and forgets what was private. */
export async function followSession(
  router: AnyRouter,
  queryClient: QueryClient,
  change: SessionChange,
) {
  if (change === 'signed-in') return
  const isPrivate = router.state.matches.some(({ routeId }) => routeId.startsWith('/_private'))
  if (!isPrivate) {
    forgetPrivateData(queryClient)
    await router.invalidate()
    return
  }
  const { href } = router.latestLocation
  const search = change === 'expired' && href !== '/' ? { redirect: href } : {}
  // With a new session the sign-in page redirects immediately, so remove the old data first.
  if (hasSession()) forgetPrivateData(queryClient)
  await router.navigate({ to: '/login', search, ignoreBlocker: true })
  if (!hasSession()) forgetPrivateData(queryClient)
}

function forgetPrivateData(queryClient: QueryClient) {
  const open = new Set([api.tenants.current.key, api.sys.get.key].map(String))
  queryClient.removeQueries({
    predicate: ({ queryKey }) => !open.has(String(queryKey.slice(0, 2))),
  })
  queryClient.getMutationCache().clear()
}
