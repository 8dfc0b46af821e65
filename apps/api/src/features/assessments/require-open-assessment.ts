import type { AssessmentStatus } from 'contract/assessments'
import { ApiError } from '#core/errors.ts'

export const CLOSED = new Set<string>(['in_review', 'certified'] satisfies AssessmentStatus[])

export function requireOpen(status: string, what?: 'answers' | 'files' | 'notes'): void {
  if (CLOSED.has(status)) throw closed(what)
}

export function closed(what?: 'answers' | 'files' | 'notes'): ApiError {
  const message =
    what === undefined
      ? 'This assessment has been submitted, so you can’t change it.'
      : `This assessment has been submitted, so you can’t change its ${what}.`
  return new ApiError('assessment-closed', message)
}
