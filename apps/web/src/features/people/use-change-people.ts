import { useMutation } from '@tanstack/react-query'
import type { ListedPerson, PeopleChangeBody } from 'contract/people'
import { api } from '#core/api.ts'
import { showToast } from '#core/toast.ts'
import { peopleCount } from './people-count.ts'
import { useGoneMeanwhile } from '#features/admin/use-gone-meanwhile.ts'
import { usePeopleChanged } from './use-people-changed.ts'
import { useUndoDeactivation } from './use-undo-deactivation.ts'

const DONE = { activate: 'activated', deactivate: 'deactivated', 'set-roles': 'given another role' }

type Change = Omit<PeopleChangeBody, 'ids'>
type Shown = Pick<ListedPerson, 'id' | 'name' | 'is_active' | 'roles'>

/**
 * Changes these people, or the only one; deactivating them can be undone from the toast. Who is shown to be as wanted
 * is left alone: somebody else may have changed that meanwhile.
 */
export function useChangePeople(people: readonly Shown[], isOne = false) {
  const changed = usePeopleChanged()
  const undo = useUndoDeactivation()
  const name = isOne ? people[0]?.name : undefined
  const title = 'Nothing was changed'
  const told = useGoneMeanwhile(title)
  return useMutation({
    mutationFn: async (change: Change) => {
      const ids = people.filter((one) => !isDone(one, change)).map(({ id }) => id)
      if (ids.length === 0) return { ids, without_admin: [] }
      return await api.people.change.call({ body: { ...change, ids } })
    },
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

function isDone(person: Shown, { change, roles }: Change) {
  if (change !== 'set-roles') return person.is_active === (change === 'activate')
  return person.roles.join() === roles?.join()
}

export function withoutAdminWords(organisations: readonly string[]) {
  if (organisations.length === 0) return undefined
  return `No active admin is left in ${organisations.join(', ')}.`
}
