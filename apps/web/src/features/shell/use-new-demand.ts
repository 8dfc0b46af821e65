import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { isNewDemand } from '#core/passing.ts'
import { isDemanded } from '#features/session/new-demand.ts'

/** What is asked for since the page was opened, as new terms are: once it is known the guards lead there. */
export function useNewDemand(error: unknown, reset: () => void): boolean {
  const queryClient = useQueryClient()
  const router = useRouter()
  const [isAsking, setAsking] = useState(() => isNewDemand(error))
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
