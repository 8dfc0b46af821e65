import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { PeopleChangeBody } from 'contract/people'
import { api } from '#core/api.ts'
import { showToast } from '#core/toast.ts'
import { peopleCount } from './people-count.ts'
import { useGoneMeanwhile } from './use-gone-meanwhile.ts'

const DONE = { activate: 'activated', deactivate: 'deactivated', 'set-roles': 'given another role' }

/** Changes several people, or the one of this name; deactivating them can be undone from the toast. */
export function useChangePeople(name?: string) {
  const queryClient = useQueryClient()
  const title = 'Nothing was changed'
  const told = useGoneMeanwhile(title)
  const mutation = useMutation({
    mutationFn: (body: PeopleChangeBody) => api.people.change.call({ body }),
    onSuccess: async ({ ids, without_admin }, { change }) => {
      showToast({
        variant: 'success',
        title:
          ids.length === 0
            ? 'Nothing to change'
            : `${name ?? peopleCount(ids.length)} ${DONE[change]}`,
        description: withoutAdminWords(without_admin),
        action:
          change === 'deactivate' && ids.length > 0
            ? { label: 'Undo', onClick: () => mutation.mutate({ ids, change: 'activate' }) }
            : undefined,
      })
      await Promise.all(
        [api.people.list.key, api.person.get.key].map((queryKey) =>
          queryClient.invalidateQueries({ queryKey }),
        ),
      )
    },
    onError: async (error) => {
      if (await told(error)) return
      showToast({ variant: 'destructive', title, description: error.message })
    },
  })
  return mutation
}

export function withoutAdminWords(organisations: readonly string[]) {
  if (organisations.length === 0) return undefined
  return `No active admin is left in ${organisations.join(', ')}.`
}
