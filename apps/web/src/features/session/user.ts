import { useQuery, useSuspenseQuery, type QueryClient } from '@tanstack/react-query'
import type { User } from 'contract/account'
import { api } from '#core/api.ts'
import { isRefused } from '#core/api-error.ts'
import { can } from '#core/can.ts'
import { endSession, hasSession } from '#core/session.ts'
import { showFailure } from '#core/toast.ts'

/** The refetch on focus is the session check of the specification, section 4, at most once a minute. */
export const userQuery = {
  ...api.account.me.query(),
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

export function isUsable(user: User) {
  if (!user.id) {
    showFailure('Authentication failed', 'Please login again')
    endSession('signed-out')
    return false
  }
  if (user.expired) endSession('expired')
  return !user.expired
}

/** The specification, section 4: enableMFA and disableMFA. */
export function setMfaEnabled(queryClient: QueryClient, isEnabled: boolean) {
  queryClient.setQueryData(
    userQuery.queryKey,
    (answer) => answer && { ...answer, user: { ...answer.user, mfaEnabled: isEnabled } },
  )
}

export function homeOf(user: User) {
  return can(user, 'access-to-private-area') ? '/' : '/admin'
}

/** The heading of the specification, section 1: users of the public organisation name their own. */
export function headingFor(user: User | null, tenantName: string) {
  return (user?.tenant.is_public && user.profile.organisation_name) || tenantName
}
