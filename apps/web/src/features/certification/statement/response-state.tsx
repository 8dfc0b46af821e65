import { isolated } from '#core/isolated.ts'
import type { ReviewedResponse, ReviewResponseConflict, ReviewStatement } from 'contract/reviews'
import { recentInSentence } from '#core/time.ts'
import { Button } from '#ui/button.tsx'
import { ConflictPanel } from '#ui/conflict-panel.tsx'
import { ContentText } from '#ui/content-text.tsx'

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
  if (!isDirty) return savedText(reviewed)
  if (!fault) return 'Changes are saved when you leave the field.'
  return isFaultShown ? 'Not saved yet.' : `Not saved yet. ${fault}.`
}

function savedText(reviewed: ReviewedResponse | null) {
  if (!reviewed?.reviewed_at) return 'Responses and remarks are saved automatically.'
  const saved = `Saved ${recentInSentence(reviewed.reviewed_at)}`
  return reviewed.reviewer === null ? saved : `${saved} by ${isolated(reviewed.reviewer)}`
}

interface ResponseConflictProps {
  statement: ReviewStatement
  conflict: ReviewResponseConflict
  onUseMine: () => void
  onUseTheirs: () => void
}

export function ResponseConflict(props: ResponseConflictProps) {
  const { statement, conflict, onUseMine, onUseTheirs } = props
  const { current, sent } = conflict
  return (
    <ConflictPanel
      title={`${isolated(current?.reviewer ?? 'Another auditor')} reviewed this statement while you were editing`}
      conflicts={[
        {
          mine: {
            value: <ResponseSummary statement={statement} {...sent} />,
            onChoose: onUseMine,
          },
          theirs: {
            value: current ? <ResponseSummary statement={statement} {...current} /> : 'Empty',
            onChoose: onUseTheirs,
          },
        },
      ]}
    />
  )
}

interface ResponseSummaryProps {
  statement: ReviewStatement
  statement_response_id: number | null
  remark: string | null
}

function ResponseSummary({ statement, statement_response_id: id, remark }: ResponseSummaryProps) {
  const label = statement.responses.find((response) => response.id === id)?.label
  return (
    <div dir="ltr">
      Certified: {label ? <ContentText>{label}</ContentText> : 'Does not apply'}
      <br />
      {remark ? (
        <>
          Remark: <bdi translate="no">{remark}</bdi>
        </>
      ) : (
        'No remark'
      )}
    </div>
  )
}
