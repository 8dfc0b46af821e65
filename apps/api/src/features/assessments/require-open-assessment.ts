import type { AssessmentStatus } from 'contract/assessments'
import { allows } from 'rules/assessment-status'
import { ApiError } from '#core/errors.ts'

export function requireOpen(status: AssessmentStatus, what?: 'answers' | 'files' | 'notes'): void {
  if (!allows(status, 'answer')) throw closed(what)
}

export function closed(what?: 'answers' | 'files' | 'notes'): ApiError {
  const message =
    what === undefined
      ? 'This assessment has been submitted, so you can’t change it.'
      : `This assessment has been submitted, so you can’t change its ${what}.`
  return new ApiError('assessment-closed', message)
}
