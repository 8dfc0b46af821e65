import type { Quiz } from 'contract/assessments'
import { whyNot } from 'rules/assessment-status'
import { Alert } from '#ui/alert.tsx'
import type { SessionMode } from './use-player.ts'

type SessionHintProps = Pick<Quiz['assessment'], 'status' | 'type'> & {
  mode: SessionMode
  mayAnswer: boolean
}

export function SessionHint({ status, type, mode, mayAnswer }: SessionHintProps) {
  const look = 'mb-5 max-md:mx-(--gutter)'
  const why = whyNot(status, 'answer')
  if (why === 'certified')
    return (
      <Alert title="This assessment is certified." className={look}>
        The answers can’t be changed.
      </Alert>
    )
  if (why !== undefined)
    return (
      <Alert title="This assessment was submitted for certification." className={look}>
        You can’t change its answers now. Until the review starts, the submission can be withdrawn
        on the overview.
      </Alert>
    )
  if (mode === 'new' || !mayAnswer) return null
  return (
    <Alert title="You are editing a completed element." className={look}>
      {type === 'certification'
        ? 'If you change an answer, the element reopens. Complete it again before you submit the assessment.'
        : 'If you change an answer, the element reopens. Complete it again to include the change in the action report.'}
    </Alert>
  )
}
