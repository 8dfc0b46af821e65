import type { AssessmentStatus } from 'contract/assessments'
import { ApiError } from '#core/errors.ts'

export const CLOSED = new Set<string>(['in_review', 'certified'] satisfies AssessmentStatus[])

/** What is under review or certified stays as it was handed in. */
export function requireOpen(status: string): void {
  if (CLOSED.has(status))
    throw new ApiError(
      'assessment-closed',
      'This assessment is closed: its files can no longer be changed.',
    )
}
