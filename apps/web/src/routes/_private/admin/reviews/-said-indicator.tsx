import { Button } from '#ui/button.tsx'

interface SaidIndicatorProps {
  isDirty: boolean
  isSaving: boolean
  error: Error | null
  /** What is missing before it can be saved. */
  fault: string | undefined
  /** It stands at its field. */
  isFaultShown: boolean
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

function wordsOf({ isDirty, isSaving, error, fault, isFaultShown }: SaidIndicatorProps) {
  if (isSaving) return 'Saving'
  if (error) return `Not saved. ${error.message}`
  if (!isDirty) return 'Responses and remarks save themselves.'
  if (!fault) return 'Saved when you leave the field.'
  return isFaultShown ? 'Not saved yet.' : `Not saved yet. ${fault}.`
}
