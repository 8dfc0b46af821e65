import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Quiz } from 'contract/assessments'
import type {
  Assignment,
  Declined,
  Person,
  Question,
  SharedForUser,
} from 'contract/shared-assessments'
import {
  CircleQuestionMark,
  Hourglass,
  LockKeyhole,
  UserRound,
  UserRoundCheck,
  UserRoundX,
} from 'lucide-react'
import { Fragment, type ReactNode } from 'react'
import {
  answererOf,
  assignmentOf,
  isClosedByOwner,
  mayAnswer,
  questionsAbout,
  questionsTo,
} from 'rules/shared-work'
import { api } from '#core/api.ts'
import { invalidate } from '#core/invalidate.ts'
import { failureToast, showSuccess } from '#core/toast.ts'
import { useUser } from '#core/user.ts'
import { formatDue } from '#features/assessments/due-text.ts'
import { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { AssignButton, NotMineButton } from './assignment-buttons.tsx'
import { DeclinedText } from '#features/assessments/declined-text.tsx'
import { UserName } from '#features/assessments/user-name.tsx'

interface AssignmentLineProps {
  quiz: Quiz
  /** Null: the whole element is shown. */
  statementId: number | null
}

/** Who answers this element of a shared assessment, and where it is on its way round. */
export function AssignmentLine({ quiz, statementId }: AssignmentLineProps) {
  const user = useUser()
  const { shared, element } = quiz
  if (shared === null) return null
  const isComplete = quiz.elements.some((one) => one.id === element.id && one.is_complete)
  if (isClosedByOwner(shared, isComplete))
    return (
      <Line icon={<LockKeyhole />}>
        <UserName of={shared.owner} /> has completed this element. You can read the answers.
      </Line>
    )
  if (!mayAnswer(shared, user.id, element.id)) {
    const [question] = statementId === null ? [] : questionsTo(shared, user.id, statementId)
    return question ? (
      <OfQuestion question={question} />
    ) : (
      <OfOthers
        {...{ shared, statementId }}
        person={answererOf(shared, element.id)}
        awaited={assignmentOf(shared, element.id)?.awaited ?? null}
      />
    )
  }
  const assignment = assignmentOf(shared, element.id)
  if (!assignment) return null
  return shared.role === 'owner' ? (
    <ForOwner quiz={quiz} assignment={assignment} isComplete={isComplete} />
  ) : (
    <ForContributor quiz={quiz} owner={shared.owner} assignment={assignment} />
  )
}

function OfQuestion({ question }: { question: Question }) {
  return (
    <Line icon={<CircleQuestionMark />}>
      <UserName of={question.asked_by} /> has a question for you about this statement. You can
      answer the statement until the question is resolved.
    </Line>
  )
}

interface OfOthersProps {
  shared: SharedForUser
  statementId: number | null
  person: Person | null
  /** The address for which it waits. */
  awaited: string | null
}

function OfOthers({ shared, statementId, person, awaited }: OfOthersProps) {
  const asked = statementId === null ? [] : askedAbout(shared, statementId, person)

  return (
    <Line icon={<LockKeyhole />}>
      {person === null ? (
        <>
          No one is assigned to this element any more. <UserName of={shared.owner} /> will choose
          someone else. You can read the answers.
        </>
      ) : (
        <>
          <UserName of={person} /> answers this element
          {awaited !== null && (
            <>
              {' '}
              until <Address of={awaited} /> joins
            </>
          )}
          {asked.map((one) => (
            <Fragment key={one.id}>
              , and <UserName of={one} /> answers this statement
            </Fragment>
          ))}
          . You can read and comment.
        </>
      )}
    </Line>
  )
}

function Address({ of }: { of: string }) {
  return (
    <bdi translate="no" className="wrap-anywhere">
      {of}
    </bdi>
  )
}

/** Who is asked about a statement, besides the one who answers its element. */
function askedAbout(shared: SharedForUser, statementId: number, answerer: Person | null) {
  const people = questionsAbout(shared, statementId).flatMap(({ person }) => person ?? [])
  const others = people.filter(({ id }) => id !== answerer?.id && id !== shared.owner.id)
  return [...new Map(others.map((person) => [person.id, person])).values()]
}

interface ForOwnerProps {
  quiz: Quiz
  assignment: Assignment
  isComplete: boolean
}

function ForOwner({ quiz, assignment, isComplete }: ForOwnerProps) {
  const { person, awaited, done_at: doneAt } = assignment
  if (awaited !== null)
    return (
      <Line icon={<Hourglass />} action={<AssignButton quiz={quiz} person={null} />}>
        This element is assigned to <Address of={awaited} />, who hasn’t joined yet. You answer the
        element until this person joins.
      </Line>
    )
  if (person === null) return <NeedsPersonLine quiz={quiz} declined={assignment.declined} />
  if (doneAt === null)
    return (
      <Line icon={<UserRound />} action={isComplete && <GiveBackButton quiz={quiz} />}>
        <UserName of={person} /> answers this element.
      </Line>
    )
  return (
    <Line icon={<UserRoundCheck />} action={<GiveBackButton quiz={quiz} />}>
      <UserName of={person} /> says that this element is done.
    </Line>
  )
}

function NeedsPersonLine({ quiz, declined }: { quiz: Quiz; declined: Declined | null }) {
  const assign = <AssignButton quiz={quiz} person={declined?.suggested ?? null} />
  return (
    <Line icon={<UserRoundX />} action={assign}>
      {declined === null ? (
        'No one is assigned to this element any more.'
      ) : (
        <DeclinedText declined={declined} />
      )}{' '}
      Until you assign someone else, you answer the element.
    </Line>
  )
}

interface ForContributorProps {
  quiz: Quiz
  owner: Person
  assignment: Assignment
}

function ForContributor({ quiz, owner, assignment }: ForContributorProps) {
  const { done_at: doneAt, returned_at: returnedAt, due_on: dueOn } = assignment
  if (doneAt !== null)
    return <Line icon={<UserRoundCheck />}>You said that this element is done.</Line>
  const asks =
    returnedAt === null
      ? 'assigned this element to you.'
      : 'gave this element back to you. Check your answers again.'
  return (
    <Line icon={<UserRound />} action={<NotMineButton quiz={quiz} />}>
      <UserName of={owner} /> {dueOn === null ? asks : `${asks} ${formatDue(dueOn)}.`}
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

function GiveBackButton({ quiz: { assessment, element } }: { quiz: Quiz }) {
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
