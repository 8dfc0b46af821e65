import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { safeRedirect } from 'contract/safe-redirect'
import { beginSession } from '#core/session.ts'
import { homeOf, userQuery } from './user.ts'

export function useGoOn() {
  const router = useRouter()
  const queryClient = useQueryClient()
  return async (token: string, redirect: string | undefined) => {
    beginSession(token)
    const { user } = await queryClient.fetchQuery(userQuery)
    const target = safeRedirect(redirect)
    router.history.push(target === '/' ? homeOf(user) : target)
  }
}
