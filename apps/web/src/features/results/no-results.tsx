import { ChartNoAxesColumn } from 'lucide-react'
import { EmptyState } from '#ui/empty-state.tsx'

/** The specification, section 2: also where the results could not be loaded. */
export function NoResults() {
  return (
    <EmptyState icon={<ChartNoAxesColumn />} title="User results">
      There are no assessments for this user yet.
    </EmptyState>
  )
}
