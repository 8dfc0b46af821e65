import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useRouter, type RegisteredRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { api } from '#core/api.ts'
import { endSession, hasSession, onSessionChange, type SessionChange } from '#core/session.ts'
import { isOver, isUsable, userQuery } from './user.ts'

export function SessionWatch() {
  const router = useRouter()
  const queryClient = useQueryClient()
  const { data, error } = useQuery({ ...userQuery, enabled: hasSession() })

  useEffect(() => {
    if (data && hasSession()) isUsable(data.user)
  }, [data])

  useEffect(() => {
    if (error && isOver(error) && hasSession()) endSession('expired')
  }, [error])

  useEffect(
    () => onSessionChange((change) => void followSession(router, queryClient, change)),
    [router, queryClient],
  )

  return null
}

async function followSession(
  router: RegisteredRouter,
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
