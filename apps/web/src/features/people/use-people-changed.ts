import { useQueryClient } from '@tanstack/react-query'
import { api } from '#core/api.ts'

/** Has the lists and the pages of people show what stands now. */
export function usePeopleChanged() {
  const queryClient = useQueryClient()
  return async () => {
    await Promise.all(
      [api.people.list.key, api.person.get.key].map((queryKey) =>
        queryClient.invalidateQueries({ queryKey }),
      ),
    )
  }
}
