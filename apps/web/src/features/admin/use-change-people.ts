import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { PeopleChangeBody } from 'contract/people'
import { api } from '#core/api.ts'
import { showToast } from '#core/toast.ts'
import { peopleCount } from './people-count.ts'

const DONE = { activate: 'activated', deactivate: 'deactivated', 'set-roles': 'given another role' }

/** Changes several people; deactivating them can be undone from the toast. */
export function useChangePeople() {
  const queryClient = useQueryClient()
  const mutation = useMutation({
    mutationFn: (body: PeopleChangeBody) => api.people.change.call({ body }),
    onSuccess: async ({ ids, without_admin: organisations }, { change }) => {
      showToast({
        variant: 'success',
        title:
          ids.length === 0 ? 'Nothing to change' : `${peopleCount(ids.length)} ${DONE[change]}`,
        description:
          organisations.length > 0
            ? `No active admin is left in ${organisations.join(', ')}.`
            : undefined,
        action:
          change === 'deactivate' && ids.length > 0
            ? { label: 'Undo', onClick: () => mutation.mutate({ ids, change: 'activate' }) }
            : undefined,
      })
      await queryClient.invalidateQueries({ queryKey: api.people.list.key })
    },
    onError: ({ message }) =>
      showToast({ variant: 'destructive', title: 'Nothing was changed', description: message }),
  })
  return mutation
}
