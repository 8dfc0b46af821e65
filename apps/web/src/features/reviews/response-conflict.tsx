import type { ReviewResponseConflict, ReviewStatement } from 'contract/reviews'
import { ConflictPanel } from '#ui/conflict-panel.tsx'

interface ResponseConflictProps {
  statement: ReviewStatement
  conflict: ReviewResponseConflict
  onUseMine: () => void
  onUseTheirs: () => void
}

export function ResponseConflict(props: ResponseConflictProps) {
  const { statement, conflict, onUseMine, onUseTheirs } = props
  const { standing, sent } = conflict
  return (
    <ConflictPanel
      title={`${standing?.reviewer ?? 'Another auditor'} changed this statement while you were editing`}
      conflicts={[
        {
          mine: { value: responseText(statement, sent), onChoose: onUseMine },
          theirs: {
            value: standing ? responseText(statement, standing) : 'Empty',
            onChoose: onUseTheirs,
          },
        },
      ]}
    />
  )
}

type ResponseInput = Pick<ReviewResponseConflict['sent'], 'statement_response_id' | 'remark'>

function responseText(
  { responses }: ReviewStatement,
  { statement_response_id: id, remark }: ResponseInput,
) {
  const label = responses.find((response) => response.id === id)?.label ?? 'Does not apply'
  return `Certified: ${label}\nRemark: ${remark || 'Empty'}`
}
