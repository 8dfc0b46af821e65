import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Quiz } from 'contract/assessments'
import { LockKeyhole, UserRound, UserRoundCheck, UserRoundX } from 'lucide-react'
import type { ReactNode } from 'react'
import { answererOf, assignmentOf, mayAnswer } from 'rules/shared-work'
import { api } from '#core/api.ts'
import { invalidate } from '#core/invalidate.ts'
import { failureToast, showSuccess } from '#core/toast.ts'
import { useUser } from '#core/user.ts'
import { formatDue } from '#features/assessments/due-text.ts'
import { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { UserName } from './user-name.tsx'

/** Who answers this element of a shared assessment, and where it is on its way round. */
export function AssignmentLine({ quiz }: { quiz: Quiz }) {
  const user = useUser()
  const { shared, element } = quiz
  if (shared === null) return null
  const assignment = assignmentOf(shared, element.id)
  const person = answererOf(shared, element.id)
  if (!mayAnswer(shared, user.id, element.id))
    return (
      <Line icon={<LockKeyhole />}>
        {person === null ? (
          <>
            This element needs a new person, whom <UserName of={shared.owner} /> chooses. You can
            read it.
          </>
        ) : (
          <>
            <UserName of={person} /> answers this element. You can read it.
          </>
        )}
      </Line>
    )
  if (!assignment) return null
  if (person === null)
    return (
      <Line icon={<UserRoundX />}>This element needs a new person. Until then you answer it.</Line>
    )
  const isDone = assignment.done_at !== null
  if (shared.role === 'owner')
    return (
      <Line
        icon={isDone ? <UserRoundCheck /> : <UserRound />}
        action={isDone && <ReturnButton quiz={quiz} />}
      >
        <UserName of={person} />{' '}
        {isDone ? 'says that this element is done.' : 'answers this element.'}
      </Line>
    )
  return (
    <Line icon={isDone ? <UserRoundCheck /> : <UserRound />}>
      {assignment.returned_at !== null ? (
        <>
          <UserName of={shared.owner} /> gave this element back to you. Look at it again.
        </>
      ) : isDone ? (
        'You said that this element is done.'
      ) : (
        <>
          <UserName of={shared.owner} /> asks you to answer this element.
        </>
      )}
      {assignment.due_on !== null && !isDone && ` ${formatDue(assignment.due_on)}.`}
    </Line>
  )
}

function Line({
  icon,
  action,
  children,
}: {
  icon: ReactNode
  action?: ReactNode
  children: ReactNode
}) {
  return (
    <Alert icon={icon} action={action} className="mb-5 max-md:mx-(--gutter)">
      {children}
    </Alert>
  )
}

function ReturnButton({ quiz: { assessment, element } }: { quiz: Quiz }) {
  const queryClient = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: () =>
      api.shared.returned.call({ params: { id: assessment.id, elementId: element.id } }),
    onSuccess: async () => {
      await invalidate(queryClient, [api.assessments.overview.key, api.assessments.quiz.key])
      showSuccess('Element given back')
    },
    onError: failureToast('The element could not be given back'),
  })
  return (
    <Button variant="outline" isLoading={isPending} onClick={() => mutate()}>
      Give back
    </Button>
  )
}
