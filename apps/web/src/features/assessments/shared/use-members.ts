import { useMutation } from '@tanstack/react-query'
import type { MemberRole, Person } from 'contract/shared-assessments'
import { api } from '#core/api.ts'
import { isolated } from '#core/isolated.ts'
import { showFailure, showSuccess, showToast } from '#core/toast.ts'
import { usePeopleChanged, useRefreshShared } from './shared-query.ts'

/** Also undoes an addition. */
export function useRemoveMember(id: number, onDone?: () => void) {
  const show = usePeopleChanged(id)
  const refresh = useRefreshShared()
  return useMutation({
    mutationFn: ({ id: userId }: Person) =>
      api.shared.removeMember.call({ params: { id, userId } }),
    onSuccess: (people, { name }) => {
      show(people)
      onDone?.()
      showSuccess(`${isolated(name)} removed from the assessment`)
    },
    onError: (error) => {
      refresh()
      if (!onDone) showFailure('The member was not removed', error.message)
    },
  })
}

/** Undo makes a new contributor a viewer again: nothing is assigned to them yet. */
export function useSetRole(id: number, onDone?: () => void) {
  const show = usePeopleChanged(id)
  const refresh = useRefreshShared()
  const set = ({ person, role }: { person: Person; role: MemberRole }) =>
    api.shared.setMember.call({ params: { id, userId: person.id }, body: { role } })
  const undo = useMutation({ mutationFn: set, onSuccess: show, onError: fail })
  function fail(error: Error) {
    refresh()
    if (!onDone) showFailure('The role was not changed', error.message)
  }
  return useMutation({
    mutationFn: set,
    onSuccess: (people, { person, role }) => {
      show(people)
      onDone?.()
      const isViewer = role === 'viewer'
      showToast({
        variant: 'success',
        title: `${isolated(person.name)} is ${isViewer ? 'a viewer' : 'a contributor'} now`,
        action: isViewer
          ? undefined
          : { label: 'Undo', onClick: () => undo.mutate({ person, role: 'viewer' }) },
      })
    },
    onError: fail,
  })
}
