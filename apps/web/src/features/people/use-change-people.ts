import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ListedUser, UsersChangeBody } from 'contract/users'
import { hasCode } from '#core/api-error.ts'
import { api } from '#core/api.ts'
import { showToast } from '#core/toast.ts'
import { inSequence } from '#features/admin/sequential.ts'

const DONE = { activate: 'activated', deactivate: 'deactivated', 'set-roles': 'given another role' }

type Change = Omit<UsersChangeBody, 'ids'>
type Shown = Pick<ListedUser, 'id' | 'name' | 'is_active' | 'roles'>

/**
 * Changes these people, or the only one; deactivating them can be undone from the toast. Who is shown to be as wanted
 * is left alone: somebody else may have changed that meanwhile.
 */
export function useChangePeople(people: readonly Shown[], isOne = false) {
  const changed = usePeopleChanged()
  const undo = useUndoDeactivation()
  const name = isOne ? people[0]?.name : undefined
  const title = 'Nothing was changed'
  const told = useRemovedConflict(title)
  return useMutation({
    mutationFn: async (change: Change) => {
      const ids = people.filter((one) => !isDone(one, change)).map(({ id }) => id)
      if (ids.length === 0) return { ids, without_admin: [] }
      return await api.users.changeSeveral.call({ body: { ...change, ids } })
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

interface Named {
  id: number
  name: string
}

/** Activates again whom it finds; who is gone meanwhile is named. */
function useUndoDeactivation() {
  const changed = usePeopleChanged()
  const title = 'Nobody was activated again'
  const told = useRemovedConflict(title)
  return useMutation({
    mutationFn: async (people: readonly Named[]) => {
      try {
        await activate(people)
        return []
      } catch (error) {
        // All of them or nobody, says the server: one by one, the others are found.
        if (!hasCode(error, 'not-found') || people.length === 1) throw error
        const { failed } = await inSequence(people, (one) => activate([one]))
        if (failed.length === people.length) throw error
        return failed.map(({ one }) => one)
      }
    },
    onSuccess: async (failed, people) => {
      tell(people, failed)
      await changed()
    },
    onError: async (error) => {
      if (await told(error)) return
      showToast({ variant: 'destructive', title, description: error.message })
    },
  })
}

async function activate(people: readonly Named[]) {
  await api.users.changeSeveral.call({
    body: { ids: people.map(({ id }) => id), change: 'activate' },
  })
}

function tell(people: readonly Named[], failed: readonly Named[]) {
  const [only, ...others] = people
  const done = others.length === 0 && only ? only.name : peopleCount(people.length - failed.length)
  if (failed.length === 0) return showToast({ variant: 'success', title: `${done} activated` })
  const names = new Intl.ListFormat('en-GB').format(failed.map(({ name }) => name))
  return showToast({
    variant: 'destructive',
    title: `Not activated again: ${names}`,
    description: `They can no longer be changed here. ${done} activated.`,
  })
}

function usePeopleChanged() {
  const queryClient = useQueryClient()
  return async () => {
    await Promise.all(
      [api.users.list.key, api.users.get.key].map((queryKey) =>
        queryClient.invalidateQueries({ queryKey }),
      ),
    )
  }
}

/** All or nobody: when somebody was removed or moved meanwhile, says so and has the list show who is left. */
export function useRemovedConflict(title: string) {
  const queryClient = useQueryClient()
  return async (failure: Error) => {
    if (!hasCode(failure, 'not-found')) return false
    const description = 'Somebody you chose is no longer here. The list shows who is left.'
    showToast({ variant: 'destructive', title, description })
    await Promise.all(
      [api.users.list.key, api.tenants.get.key].map((queryKey) =>
        queryClient.invalidateQueries({ queryKey }),
      ),
    )
    return true
  }
}

/** "1 person", "37 people". */
export function peopleCount(count: number) {
  return count === 1 ? '1 person' : `${count.toLocaleString('en-GB')} people`
}
