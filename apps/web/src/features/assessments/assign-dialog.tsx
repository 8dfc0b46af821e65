import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ElementProgress } from 'contract/assessments'
import type { Colleague, Newcomer, SharedForUser } from 'contract/shared-assessments'
import { useState } from 'react'
import { plural } from 'rules/plural'
import { assignmentOf } from 'rules/shared-work'
import { api } from '#core/api.ts'
import { hasCode } from '#core/api-error.ts'
import { invalidate } from '#core/invalidate.ts'
import { isolated } from '#core/isolated.ts'
import { showSuccess } from '#core/toast.ts'
import { FailureAlert } from '#support/failure-alert.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog, DialogClose } from '#ui/dialog.tsx'
import { Form } from '#ui/form.tsx'
import { TextField } from '#ui/text-field.tsx'
import { ElementsField } from './shared/elements-field.tsx'
import { colleagueFault } from './shared/colleague-fault.ts'
import { ColleagueField } from './shared/colleague-field.tsx'

interface AssignDialogProps {
  assessmentId: number
  elements: readonly ElementProgress[]
  shared: SharedForUser
  /** Chosen before it opens. */
  initial?: { ids: readonly number[]; person: Colleague | null }
  onClose: () => void
}

/** Gives elements to a colleague to answer, until a day. Without a colleague the owner takes them back. */
export function AssignDialog(props: AssignDialogProps) {
  const { assessmentId, elements, shared, initial = NOTHING, onClose } = props
  const [ids, setIds] = useState<readonly number[]>(initial.ids)
  const [person, setPerson] = useState<Colleague | Newcomer | null>(initial.person)
  const [dueOn, setDueOn] = useState('')
  const [isSubmitted, setSubmitted] = useState(false)
  const assign = useAssign(assessmentId, onClose)
  const taken = ids.filter((id) => assignmentOf(shared, id) !== undefined)
  const fault = colleagueFault(assign.error) ?? colleagueFault(assign.error, 'email')
  const dueFault = faultOf(assign.error, 'due_on')

  function choose(chosen: Colleague | Newcomer | null) {
    setPerson(chosen)
    assign.reset()
  }

  function submit() {
    setSubmitted(true)
    if (ids.length === 0 || person === null) return
    assign.mutate({ ids, person, dueOn: dueOn === '' ? null : dueOn })
  }

  return (
    <Dialog
      open
      isBusy={assign.isPending}
      onOpenChange={onClose}
      title="Assign elements"
      description="A colleague answers the elements you choose and gets a notification in Waymark."
      footer={
        <>
          {taken.length > 0 && (
            <Button
              variant="ghost"
              className="sm:me-auto"
              onClick={() => assign.mutate({ ids: taken, person: null, dueOn: null })}
            >
              Answer myself
            </Button>
          )}
          <DialogClose asChild>
            <Button variant="outline">Cancel</Button>
          </DialogClose>
          <Button type="submit" form="assign" isLoading={assign.isPending}>
            Assign
          </Button>
        </>
      }
    >
      <Form id="assign" onSubmit={submit} className="space-y-5">
        <ElementsField
          elements={elements}
          shared={shared}
          ids={ids}
          onChange={setIds}
          isMissing={isSubmitted && ids.length === 0}
        />
        <ColleagueField
          label="Colleague"
          hint="For someone without an account, enter their full email address"
          assessmentId={assessmentId}
          error={fault ?? (isSubmitted && !person ? 'Choose a colleague' : undefined)}
          chosen={person}
          onChoose={choose}
          onNewcomer={choose}
          taken={new Map([[shared.owner.id, 'Owner']])}
        />
        <TextField
          label="Due date"
          isOptional
          type="date"
          className="w-48"
          error={dueFault}
          value={dueOn}
          onChange={({ target }) => setDueOn(target.value)}
        />
      </Form>
      <FailureAlert
        error={fault || dueFault ? null : assign.error}
        title={notAssignedText(assign.variables)}
      />
    </Dialog>
  )
}

const NOTHING = { ids: [], person: null }

type Assigning = {
  ids: readonly number[]
  person: Colleague | Newcomer | null
  dueOn: string | null
}

function useAssign(id: number, onClose: () => void) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ ids, person, dueOn }: Assigning) =>
      api.shared.assign.call({
        params: { id },
        body: { element_ids: [...ids], due_on: dueOn, ...toWhom(person) },
      }),
    onSuccess: async (_, { ids, person }) => {
      await invalidate(queryClient, [
        api.assessments.overview.key,
        api.assessments.quiz.key,
        api.shared.people.key,
        api.shared.choices.key,
      ])
      onClose()
      showSuccess(assignedText(ids.length, person))
    },
  })
}

function toWhom(person: Assigning['person']) {
  if (person === null || 'id' in person) return { user_id: person?.id ?? null }
  return { user_id: null, email: person.email }
}

function notAssignedText({ ids }: Pick<Assigning, 'ids'> = NOTHING) {
  return plural(ids.length, {
    one: 'The element was not assigned.',
    other: 'The elements were not assigned.',
  })
}

function assignedText(count: number, person: Assigning['person']) {
  if (person === null)
    return plural(count, {
      one: 'You’ll answer # element yourself',
      other: 'You’ll answer # elements yourself',
    })
  if ('id' in person)
    return plural(
      count,
      { one: '{name} answers # element', other: '{name} answers # elements' },
      { name: isolated(person.name) },
    )
  return plural(
    count,
    { one: '# element is waiting for {email}', other: '# elements are waiting for {email}' },
    { email: person.email },
  )
}

function faultOf(error: unknown, field: string): string | undefined {
  return hasCode(error, 'invalid-input') ? error.fields?.[field] : undefined
}
