import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { api } from '#core/api.ts'
import { useOutbox } from './use-outbox.ts'

/** Sends what waits on this device, whatever the page; the overview counts it as soon as it has arrived. */
export function useFreshAnswers() {
  const { state } = useOutbox()
  const queryClient = useQueryClient()
  useEffect(
    () =>
      state.subscribe((now, before) => {
        if (now.phase === before.phase || now.phase !== 'resting') return
        void queryClient.invalidateQueries({ queryKey: api.assessments.overview.key })
      }),
    [state, queryClient],
  )
}
