import { useMutation, useQuery } from '@tanstack/react-query'
import type { NeedsPerson } from 'contract/assignments'
import type { Colleague, Person } from 'contract/shared-assessments'
import { api } from '#core/api.ts'
import { isolated } from '#core/isolated.ts'
import { failureToast, showToast } from '#core/toast.ts'
import { ContentText } from '#ui/content-text.tsx'
import { QueryError } from '#ui/query-error.tsx'
import { Spinner } from '#ui/spinner.tsx'
import { ColleagueDialog } from './colleague-dialog.tsx'
import { UserName } from '#features/assessments/user-name.tsx'
import { DeclinedText } from '#features/assessments/declined-text.tsx'
import { type SharedPeople, usePeopleChanged, useRefreshShared } from './shared-query.ts'
import { workText } from './work-text.ts'

interface MoveDialogProps {
  shared: SharedPeople
  /** Null: what needs a new person. */
  from: Person | null
  onClose: () => void
}

/** Gives everything that one colleague answers, or what needs a new person, to another one. */
export function MoveDialog({ shared, from, onClose }: MoveDialogProps) {
  const move = useMove(shared, from, onClose)
  return (
    <ColleagueDialog
      title={from === null ? 'Choose a new person' : `Move everything from ${isolated(from.name)}`}
      description={
        from === null
          ? 'One colleague gets everything in this list. To choose several colleagues, the owner can assign each element separately.'
          : 'Elements, open questions and unfinished actions move. Answers don’t change. Due dates stay, except for elements that move to the owner.'
      }
      action={from === null ? 'Assign' : 'Move everything'}
      field={{ label: 'Colleague', missing: 'Choose a colleague' }}
      id={shared.id}
      taken={new Map(from === null ? [] : [[from.id, 'Assigned now']])}
      mutation={move}
      failure={from === null ? 'Nothing was assigned.' : 'Nothing was moved.'}
      onSubmit={(colleague) => move.mutate(colleague)}
      onClose={onClose}
      about={from === null && <NeedsPersonList id={shared.id} />}
    />
  )
}

function NeedsPersonList({ id }: { id: number }) {
  const query = useQuery({ ...api.assignments.listOpen.query({ params: { id } }), staleTime: 0 })
  if (query.isError)
    return (
      <QueryError query={query} title="The list could not be loaded">
        You can still choose a person.
      </QueryError>
    )
  if (!query.data) return <Spinner />
  return (
    <ul
      aria-label="Elements, questions and actions"
      className="max-h-48 divide-y overflow-y-auto rounded-md border bg-card px-3 text-15"
    >
      {query.data.elements.map((element) => (
        <OpenElement key={element.element_id} element={element} />
      ))}
      {query.data.questions.map(({ id: questionId, asked, text }) => (
        <li key={questionId} className="py-2">
          <bdi translate="no" className="line-clamp-2 wrap-anywhere">
            {text}
          </bdi>
          <span className="block text-13 text-muted-foreground">
            Question to <UserName of={asked} />
          </span>
        </li>
      ))}
      {query.data.actions.map(({ id: actionId, owner, title }) => (
        <li key={actionId} className="py-2">
          <ContentText className="line-clamp-2 wrap-anywhere">{title}</ContentText>
          <span className="block text-13 text-muted-foreground">
            Action of <UserName of={owner} />
          </span>
        </li>
      ))}
    </ul>
  )
}

function OpenElement({ element: { title, declined } }: { element: NeedsPerson }) {
  return (
    <li className="py-2">
      <ContentText>{title}</ContentText>
      {declined && (
        <span className="block text-13 text-muted-foreground">
          <DeclinedText declined={declined} />
        </span>
      )}
    </li>
  )
}

function useMove({ id, owner }: SharedPeople, from: Person | null, onClose: () => void) {
  const show = usePeopleChanged(id)
  const move = (from_id: number | null, to_id: number, of?: Of) =>
    api.shared.moveElements.call({ params: { id }, body: { from_id, to_id, ...of } })
  const undo = useMutation({
    mutationFn: ({ to, back, of }: { to: number; back: number; of: Of }) => move(to, back, of),
    onSuccess: show,
    onError: failureToast('Nothing was moved back'),
  })
  return useMutation({
    mutationFn: (colleague: Colleague) => move(from?.id ?? null, colleague.id),
    onSuccess: (answer, colleague) => {
      show(answer)
      onClose()
      const { moved, moved_questions: questions, moved_actions: actions } = answer
      const work = { elements: moved.length, questions: questions.length, actions: actions.length }
      // The owner has no assignments, so that their due dates are gone.
      const canUndo = from !== null && isActive(answer, from) && colleague.id !== owner.id
      showToast({
        variant: 'success',
        title: `${workText(work)} moved to ${isolated(colleague.name)}`,
        action: canUndo
          ? {
              label: 'Undo',
              onClick: () =>
                undo.mutate({
                  to: colleague.id,
                  back: from.id,
                  of: { element_ids: moved, question_ids: questions, action_ids: actions },
                }),
            }
          : undefined,
      })
    },
    onError: useRefreshShared(),
  })
}

type Of = { element_ids: number[]; question_ids: number[]; action_ids: number[] }

function isActive({ members }: Pick<SharedPeople, 'members'>, { id }: Person) {
  return members.some((member) => member.id === id && member.is_active)
}
