import { Button } from '#ui/button.tsx'

interface SaidIndicatorProps {
  isDirty: boolean
  isSaving: boolean
  error: Error | null
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

function wordsOf({ isDirty, isSaving, error, fault }: SaidIndicatorProps) {
  if (isSaving) return 'Saving'
  if (error) return `Not saved. ${error.message}`
  if (!isDirty) return 'Responses and remarks save themselves.'
  return fault ? `Not saved yet. ${fault}.` : 'Saved when you leave the field.'
}
