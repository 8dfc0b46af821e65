import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Overview } from 'contract/assessments'
import type { AssessmentScope } from 'contract/scope'
import { Layers } from 'lucide-react'
import { useState } from 'react'
import { plural } from 'rules/plural'
import { api } from '#core/api.ts'
import { showSuccess } from '#core/toast.ts'
import {
  type ScopeChoice,
  ScopeDialog,
  allOf,
  answersMoved,
  countOf,
  statementsText,
} from './scope-dialog.tsx'
import { useOutbox } from '#features/assessments/outbox/use-outbox.ts'
import { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { ContentText } from '#ui/content-text.tsx'

/** Which level and profiles of the set are asked, if it has some. */
export function ScopeLine({ overview: { scope, assessment } }: { overview: Overview }) {
  const [isOpen, setOpen] = useState(false)
  // A node of release 0.2 sends none.
  if (!scope || assessment === null) return null
  const { statements } = countOf(scope, scope.chosen)
  return (
    <div className="mb-6 flex flex-wrap items-center gap-x-4 gap-y-2 text-15">
      <p className="inline-flex min-w-0 items-center gap-2">
        <Layers aria-hidden="true" className="size-5 shrink-0 stroke-[1.75]" />
        <span className="wrap-anywhere">
          <span className="font-medium">
            Scope: {scope.text === '' ? 'everything' : <ContentText>{scope.text}</ContentText>}.
          </span>{' '}
          {statements === allOf(scope)
            ? `${statementsText(statements)}.`
            : `${statements} of ${statementsText(allOf(scope))}.`}
        </span>
      </p>
      {scope.can_change && (
        <Button size="sm" variant="outline" onClick={() => setOpen(true)}>
          Change<span className="sr-only"> scope</span>
        </Button>
      )}
      {isOpen && (
        <ChangeScope assessmentId={assessment.id} scope={scope} onClose={() => setOpen(false)} />
      )}
    </div>
  )
}

interface ChangeScopeProps {
  assessmentId: number
  scope: AssessmentScope
  onClose: () => void
}

const SEND_TIMEOUT = 10_000

function ChangeScope({ assessmentId, scope, onClose }: ChangeScopeProps) {
  const outbox = useOutbox()
  const queryClient = useQueryClient()
  const change = useMutation({
    mutationFn: async (choice: ScopeChoice) => {
      // What is complete depends on every answer.
      outbox.flush()
      await outbox.waitUntilSent(assessmentId, AbortSignal.timeout(SEND_TIMEOUT))
      await api.assessments.scope.call({ params: { id: assessmentId }, body: choice })
    },
    onSuccess: async () => {
      onClose()
      showSuccess('Scope changed')
      queryClient.removeQueries({ queryKey: api.assessments.quiz.key })
      queryClient.removeQueries({ queryKey: api.outlines.get.key })
      await queryClient.invalidateQueries({ queryKey: api.assessments.overview.key })
    },
  })
  return (
    <ScopeDialog
      scope={scope}
      title="Change scope"
      action="Change scope"
      isBusy={change.isPending}
      onClose={onClose}
      onChoose={(choice) => change.mutate(choice)}
      aboutOf={(choice) => changeText(scope, choice)}
      error={
        change.error && (
          <Alert variant="destructive" isLive title="The scope was not changed.">
            {change.error.message}
          </Alert>
        )
      }
    />
  )
}

/** Answers to statements of both choices aren't mentioned. */
function changeText(scope: AssessmentScope, choice: ScopeChoice) {
  const [before, after] = [countOf(scope, scope.chosen), countOf(scope, choice)]
  const { hidden, restored } = answersMoved(scope, scope.chosen, choice)
  return [
    moreText(after.statements - before.statements),
    ...textIfAny(hidden, {
      one: '# answer is hidden but not deleted.',
      other: '# answers are hidden but not deleted.',
    }),
    ...textIfAny(restored, {
      one: '# earlier answer is restored.',
      other: '# earlier answers are restored.',
    }),
  ].join(' ')
}

function moreText(more: number) {
  if (more === 0) return 'The number of statements stays the same.'
  return more > 0
    ? plural(more, { one: '# more statement.', other: '# more statements.' })
    : plural(-more, { one: '# fewer statement.', other: '# fewer statements.' })
}

function textIfAny(count: number, forms: Parameters<typeof plural>[1]) {
  return count === 0 ? [] : [plural(count, forms)]
}
