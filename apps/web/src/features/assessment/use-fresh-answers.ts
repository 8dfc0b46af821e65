import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { api } from '#core/api.ts'
import { isDemanded } from '#features/session/new-demand.ts'
import { useOutbox } from './use-outbox.ts'

/**
 * Sends what waits on this device, whatever the page; the overview counts it as soon as it has arrived. What is demanded
 * first, as new terms are, the guards lead to.
 */
export function useFreshAnswers() {
  const { state } = useOutbox()
  const queryClient = useQueryClient()
  const router = useRouter()
  useEffect(() => {
    const lead = async () => (await isDemanded(queryClient)) && router.invalidate()
    return state.subscribe((now, before) => {
      if (now.isHeldBack && !before.isHeldBack) void lead()
      if (now.phase === before.phase || now.phase !== 'resting') return
      void queryClient.invalidateQueries({ queryKey: api.assessments.overview.key })
    })
  }, [state, queryClient, router])
}
