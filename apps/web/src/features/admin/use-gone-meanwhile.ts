import { useQueryClient } from '@tanstack/react-query'
import { api } from '#core/api.ts'
import { hasCode } from '#core/api-error.ts'
import { showToast } from '#core/toast.ts'

/** All or nobody: when somebody was removed or moved meanwhile, says so and has the list show who is left. */
export function useGoneMeanwhile(title: string) {
  const queryClient = useQueryClient()
  return async (failure: Error) => {
    if (!hasCode(failure, 'not-found')) return false
    const description = 'Somebody you chose is no longer here. The list shows who is left.'
    showToast({ variant: 'destructive', title, description })
    await Promise.all(
      [api.people.list.key, api.tenants.get.key].map((queryKey) =>
        queryClient.invalidateQueries({ queryKey }),
      ),
    )
    return true
  }
}
