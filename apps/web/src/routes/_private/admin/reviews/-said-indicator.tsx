import { Button } from '#ui/button.tsx'

interface SaidIndicatorProps {
  isDirty: boolean
  isSaving: boolean
  error: Error | null
  /** Something is missing before it can be saved; `fault` says what, where nothing else does. */
  isHeld: boolean
  fault: string | undefined
  onRetry: () => void
}

/** Whether what is said is saved; it saves itself. */
export function SaidIndicator(props: SaidIndicatorProps) {
  return (
    <output className="mt-2 flex min-h-9 flex-wrap items-center gap-3 text-13 text-muted-foreground">
      {wordsOf(props)}
      {props.error && (
        <Button variant="outline" size="xs" onClick={props.onRetry}>
          Try again
        </Button>
      )}
    </output>
  )
}

function wordsOf({ isDirty, isSaving, error, isHeld, fault }: SaidIndicatorProps) {
  if (isSaving) return 'Saving'
  if (error) return `Not saved. ${error.message}`
  if (!isDirty) return 'Responses and remarks save themselves.'
  if (!isHeld) return 'Saved when you leave the field.'
  return fault ? `Not saved yet. ${fault}.` : 'Not saved yet.'
}
