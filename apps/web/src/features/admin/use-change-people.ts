import { useMutation } from '@tanstack/react-query'
import type { PeopleChangeBody } from 'contract/people'
import { api } from '#core/api.ts'
import { showToast } from '#core/toast.ts'
import { peopleCount } from './people-count.ts'
import { useGoneMeanwhile } from './use-gone-meanwhile.ts'
import { usePeopleChanged } from './use-people-changed.ts'
import { useUndoDeactivation } from './use-undo-deactivation.ts'

const DONE = { activate: 'activated', deactivate: 'deactivated', 'set-roles': 'given another role' }

/** Changes some of these people, or the only one; deactivating them can be undone from the toast. */
export function useChangePeople(people: readonly { id: number; name: string }[], isOne = false) {
  const changed = usePeopleChanged()
  const undo = useUndoDeactivation()
  const name = isOne ? people[0]?.name : undefined
  const title = 'Nothing was changed'
  const told = useGoneMeanwhile(title)
  return useMutation({
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
            ? {
                label: 'Undo',
                onClick: () => undo.mutate(people.filter(({ id }) => ids.includes(id))),
              }
            : undefined,
      })
      await changed()
    },
    onError: async (error) => {
      if (await told(error)) return
      showToast({ variant: 'destructive', title, description: error.message })
    },
  })
}

export function withoutAdminWords(organisations: readonly string[]) {
  if (organisations.length === 0) return undefined
  return `No active admin is left in ${organisations.join(', ')}.`
}
