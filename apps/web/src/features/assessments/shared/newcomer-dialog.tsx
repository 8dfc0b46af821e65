import { useMutation } from '@tanstack/react-query'
import type { Colleague } from 'contract/shared-assessments'
import { plural } from 'rules/plural'
import { api } from '#core/api.ts'
import { isolated } from '#core/isolated.ts'
import { showSuccess } from '#core/toast.ts'
import { ColleagueDialog } from './colleague-dialog.tsx'
import { type SharedPeople, usePeopleChanged, useRefreshShared } from './shared-query.ts'

interface NewcomerDialogProps {
  shared: SharedPeople
  /** For which elements wait. */
  email: string
  onClose: () => void
}

/** Gives what waits for an address to a colleague, or back to the owner. */
export function NewcomerDialog({ shared, email, onClose }: NewcomerDialogProps) {
  const { id, owner } = shared
  const show = usePeopleChanged(id)
  const move = useMutation({
    mutationFn: ({ id: to_id }: Colleague) =>
      api.shared.moveElements.call({
        params: { id },
        body: { from_id: null, from_email: email, to_id },
      }),
    onSuccess: (answer, { name }) => {
      show(answer)
      onClose()
      showSuccess(
        plural(
          answer.moved.length,
          { one: '{name} answers # element', other: '{name} answers # elements' },
          { name: isolated(name) },
        ),
      )
    },
    onError: useRefreshShared(),
  })
  return (
    <ColleagueDialog
      title="Choose someone else"
      description={`The colleague you choose gets the elements that are waiting for ${email}. If ${email} was invited, the invitation is not withdrawn.`}
      action="Assign"
      field={{
        label: 'Colleague',
        hint: `To give the elements back to the owner, choose ${isolated(owner.name)}`,
        missing: 'Choose a colleague',
      }}
      id={id}
      taken={NO_ONE}
      mutation={move}
      failure="The elements were not moved."
      onSubmit={(colleague) => move.mutate(colleague)}
      onClose={onClose}
    />
  )
}

const NO_ONE: ReadonlyMap<number, string> = new Map()
