import { useMutation } from '@tanstack/react-query'
import { api } from '#core/api.ts'
import { hasCode } from '#core/api-error.ts'
import { showToast } from '#core/toast.ts'
import { oneByOne } from '#features/admin/one-by-one.ts'
import { peopleCount } from './people-count.ts'
import { useGoneMeanwhile } from '#features/admin/use-gone-meanwhile.ts'
import { usePeopleChanged } from './use-people-changed.ts'

interface Named {
  id: number
  name: string
}

/** Activates again whom it finds; who is gone meanwhile is named. */
export function useUndoDeactivation() {
  const changed = usePeopleChanged()
  const title = 'Nobody was activated again'
  const told = useGoneMeanwhile(title)
  return useMutation({
    mutationFn: async (people: readonly Named[]) => {
      try {
        await activate(people)
        return []
      } catch (error) {
        // All of them or nobody, says the server: one by one, the others are found.
        if (!hasCode(error, 'not-found') || people.length === 1) throw error
        const { failed } = await oneByOne(people, (one) => activate([one]))
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
  await api.people.change.call({ body: { ids: people.map(({ id }) => id), change: 'activate' } })
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
