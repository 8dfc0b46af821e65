import type { ReviewedResponse } from 'contract/reviews'
import { formatRecent } from '#core/time.ts'
import { Button } from '#ui/button.tsx'

interface SaveIndicatorProps {
  reviewed: ReviewedResponse | null
  isDirty: boolean
  isSaving: boolean
  error: Error | null
  fault: string | undefined
  isFaultShown: boolean
  onRetry: () => void
}

export function SaveIndicator(props: SaveIndicatorProps) {
  return (
    <output className="mt-2 flex min-h-9 flex-wrap items-center gap-3 text-13 text-muted-foreground">
      {saveText(props)}
      {props.error && (
        <Button variant="outline" size="xs" onClick={props.onRetry}>
          Try again
        </Button>
      )}
    </output>
  )
}

function saveText(props: SaveIndicatorProps) {
  const { reviewed, isDirty, isSaving, error, fault, isFaultShown } = props
  if (isSaving) return 'Saving'
  if (error) return `Not saved. ${error.message}`
  if (!isDirty) return standingText(reviewed)
  if (!fault) return 'Changes are saved when you leave the field.'
  return isFaultShown ? 'Not saved yet.' : `Not saved yet. ${fault}.`
}

function standingText(reviewed: ReviewedResponse | null) {
  if (!reviewed?.reviewed_at) return 'Responses and remarks are saved automatically.'
  const saved = `Saved ${formatRecent(reviewed.reviewed_at)}`
  return reviewed.reviewer === null ? saved : `${saved}, ${reviewed.reviewer}`
}
