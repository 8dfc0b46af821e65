import { useQuery, useSuspenseQuery, type QueryClient } from '@tanstack/react-query'
import type { User } from 'contract/account'
import { api } from '#core/api.ts'
import { ApiError, isRefused } from '#core/api-error.ts'
import { can } from '#core/can.ts'
import { endSession, hasSession } from '#core/session.ts'
import { showFailure } from '#core/toast.ts'

const query = api.account.me.query()

/** The refetch on focus checks the session, at most once a minute. */
export const userQuery = {
  ...query,
  // An answer without a user never reaches a page.
  queryFn: async (context: { signal: AbortSignal }) => {
    const answer = (await query.queryFn(context)) as { user?: Partial<User> | null } | null
    if (!answer?.user?.id) throw voidToken()
    return answer as { user: User }
  },
  staleTime: 60_000,
  refetchOnWindowFocus: true,
}

export function useUser(): User {
  return useSuspenseQuery(userQuery).data.user
}

export function useVisitor(): User | null {
  const { data } = useQuery({ ...userQuery, enabled: hasSession() })
  return hasSession() ? (data?.user ?? null) : null
}

/** For guards: the signed-in user; null without a session or if it has expired. */
export async function findUser(queryClient: QueryClient): Promise<User | null> {
  if (!hasSession()) return null
  try {
    const { user } = await queryClient.ensureQueryData(userQuery)
    return isUsable(user) ? user : null
  } catch (error) {
    if (!isOver(error)) throw error
    if (hasSession()) endSession('expired')
    return null
  }
}

/** Only a refusal ends the session, not a lost connection or a failing server. */
export function isOver(error: unknown) {
  return isRefused(error) && error.status !== 429
}

/** A user without an id. */
function voidToken() {
  const message = 'Please login again'
  showFailure('Authentication failed', message)
  endSession('expired')
  return new ApiError({ status: 401, code: 'signed-out', message })
}

export function isUsable(user: User) {
  if (user.expired) endSession('expired')
  return !user.expired
}

export function setMfaEnabled(queryClient: QueryClient, isEnabled: boolean) {
  queryClient.setQueryData(
    userQuery.queryKey,
    (answer) => answer && { ...answer, user: { ...answer.user, mfaEnabled: isEnabled } },
  )
}

export function homeOf(user: User) {
  return can(user, 'access-to-private-area') ? '/' : '/admin'
}

/** Users of the public organisation name their own. */
export function headingFor(user: User | null, tenantName: string) {
  return (user?.tenant.is_public && user.profile.organisation_name) || tenantName
}
