import type { Quiz } from 'contract/assessments'
import { Alert } from '#ui/alert.tsx'
import type { SessionMode } from './use-player.ts'

interface SessionHintProps {
  mode: SessionMode
  assessment: Pick<Quiz['assessment'], 'status' | 'type'>
}

export function SessionHint({ mode, assessment }: SessionHintProps) {
  const hint = hintOf(assessment, mode)
  if (hint === null) return null
  return (
    <Alert title={hint.title} className="mb-5 max-md:mx-(--gutter)">
      {hint.text}
    </Alert>
  )
}

function hintOf({ status, type }: SessionHintProps['assessment'], mode: SessionMode) {
  if (status === 'in_review' || status === 'certified')
    return {
      title: `This assessment is ${status === 'certified' ? status : 'under review'}.`,
      text: 'Its answers stay as they are.',
    }
  if (mode === 'new') return null
  return {
    title: 'You are editing a completed element.',
    text:
      type === 'certification'
        ? 'A change reopens it. Complete it again before you submit the assessment: an auditor sees what is complete.'
        : 'A change reopens it. Complete it again to make a new version of the action report; the version made before stays as it is.',
  }
}
