import { referenceOf } from 'rules/reference'
import { isolated } from '#core/isolated.ts'
import { AlertDialog } from '#ui/alert-dialog.tsx'
import type { StatementSteps } from './use-statement-steps.ts'

interface UnsavedQuestionProps {
  decision: 'certify' | 'return' | 'refuse' | null
  steps: Pick<StatementSteps, 'statement' | 'discard'>
  onStay: () => void
  onDiscard: () => void
}

/** Asks before a decision that would lose what the shown statement couldn't save. */
export function UnsavedQuestion({ decision, steps, onStay, onDiscard }: UnsavedQuestionProps) {
  const { statement, discard } = steps
  if (decision === null || !statement) return null
  return (
    <AlertDialog
      open
      onOpenChange={onStay}
      title={TITLES[decision]}
      description={`You’ll lose your changes to statement ${isolated(referenceOf(statement))}.`}
      actionLabel="Discard changes"
      cancelLabel="Keep editing"
      onAction={() => {
        discard()
        onDiscard()
      }}
    />
  )
}

const TITLES = {
  certify: 'Certify without saving?',
  return: 'Return without saving?',
  refuse: 'Refuse without saving?',
}
