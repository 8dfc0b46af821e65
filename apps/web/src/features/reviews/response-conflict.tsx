import type { ReviewResponseConflict, ReviewStatement } from 'contract/reviews'
import { TwoVersions } from '#features/admin/two-versions.tsx'

interface ResponseConflictProps {
  statement: ReviewStatement
  conflict: ReviewResponseConflict
  onUseMine: () => void
  onUseTheirs: () => void
}

/** Two auditors at one statement: the second sees both values. */
export function ResponseConflict(props: ResponseConflictProps) {
  const { statement, conflict, onUseMine, onUseTheirs } = props
  const { standing, sent } = conflict
  return (
    <TwoVersions
      what={`this statement (${standing?.reviewer ?? 'an auditor'})`}
      differences={[
        {
          label: 'Certified',
          mine: labelOf(statement, sent.statement_response_id),
          theirs: standing ? labelOf(statement, standing.statement_response_id) : '',
        },
        { label: 'Remark', mine: sent.remark ?? '', theirs: standing?.remark ?? '' },
      ]}
      isSaving={false}
      onUseMine={onUseMine}
      onUseTheirs={onUseTheirs}
    />
  )
}

function labelOf({ responses }: ReviewStatement, id: number | null) {
  return responses.find((response) => response.id === id)?.label ?? 'Does not apply'
}
