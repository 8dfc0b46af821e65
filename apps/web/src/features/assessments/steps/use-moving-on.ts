import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '#core/api.ts'
import { failureToast } from '#core/toast.ts'
import { preferencesQuery } from './preferences-query.ts'

/** Whether the player moves on after an answer. Stored with the account. */
export function useMovingOn() {
  const queryClient = useQueryClient()
  const { queryKey } = preferencesQuery
  const { data } = useQuery(preferencesQuery)
  const { mutate } = useMutation({
    mutationFn: (moves_on: boolean) => api.account.changePreferences.call({ body: { moves_on } }),
    onMutate: (moves_on) => {
      queryClient.setQueryData(queryKey, { moves_on })
    },
    onError: (error) => {
      void queryClient.invalidateQueries({ queryKey })
      failureToast('This setting could not be saved')(error)
    },
  })
  return { movesOn: data?.moves_on ?? true, setMovesOn: (isOn: boolean) => mutate(isOn) }
}
