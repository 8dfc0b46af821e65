import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { safeRedirect } from 'contract/safe-redirect'
import { startSession } from '#core/session.ts'
import { homeOf, userQuery } from '#core/user.ts'

export function useGoOn() {
  const goToTarget = useGoToTarget()
  return async (token: string, redirect: string | undefined) => {
    startSession(token)
    await goToTarget(redirect)
  }
}

export function useGoToTarget() {
  const router = useRouter()
  const queryClient = useQueryClient()
  return async (redirect: string | undefined) => {
    const { user } = await queryClient.fetchQuery({ ...userQuery, staleTime: 0 })
    const target = safeRedirect(redirect)
    // Resolves when the next page shows, so that the form stays pending until then.
    await router.navigate({ href: target === '/' ? homeOf(user) : target })
  }
}

export async function isDemanded(queryClient: QueryClient) {
  try {
    const { user } = await queryClient.fetchQuery({ ...userQuery, staleTime: 0 })
    return !user.tc_accepted || user.mfa_setup_required
  } catch {
    return false
  }
}
