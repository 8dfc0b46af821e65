import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { hasCode } from '#core/api-error.ts'
import { userQuery } from '#features/session/user.ts'

/** What is asked for since the page was opened, as new terms are: once it is known the guards lead there. */
export function useNewDemand(error: unknown, reset: () => void): boolean {
  const queryClient = useQueryClient()
  const router = useRouter()
  const [isAsking, setAsking] = useState(() =>
    hasCode(error, 'terms-not-accepted', 'mfa-setup-required'),
  )
  useEffect(() => {
    if (isAsking) void goOn()
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once for each failure
  }, [])
  return isAsking

  async function goOn() {
    if (!(await isDemanded(queryClient))) return setAsking(false)
    reset()
    await router.invalidate()
  }
}

async function isDemanded(queryClient: QueryClient) {
  try {
    const { user } = await queryClient.fetchQuery({ ...userQuery, staleTime: 0 })
    return !user.tc_accepted || user.mfa_setup_required
  } catch {
    return false
  }
}
