import { BadgeCheck, ChartNoAxesColumn } from 'lucide-react'
import { EmptyState } from '#ui/empty-state.tsx'

/** Also shown if the results could not be loaded. */
export function NoResults() {
  return (
    <EmptyState icon={<ChartNoAxesColumn />} title="User results">
      There are no assessments for this user yet.
    </EmptyState>
  )
}

/** Also shown if the certifications could not be loaded. */
export function NoCertifications() {
  return (
    <EmptyState icon={<BadgeCheck />} title="Certifications">
      There are no certifications for this user yet.
    </EmptyState>
  )
}
