import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { api } from '#core/api.ts'
import { isDemanded } from '#features/session/new-demand.ts'
import { useOutbox } from './use-outbox.ts'

/**
 * Sends waiting answers from every page and then updates the overview. If the server demands
 * something first, such as accepting new terms, the route guards lead there.
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
