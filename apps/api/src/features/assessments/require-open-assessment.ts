import type { AssessmentStatus } from 'contract/assessments'
import { type AssessmentStep, allows, whyNot } from 'rules/assessment-status'
import type { SignedInContext } from '#core/context.ts'
import { ApiError } from '#core/errors.ts'
import { yearOf } from '#core/host-tenant.ts'

type Closed = 'answers' | 'comments' | 'files' | 'notes'

export function requireOpen(status: AssessmentStatus, what?: Closed): void {
  if (!allows(status, 'answer')) throw closed(what)
}

export function closed(what?: Closed): ApiError {
  const message =
    what === undefined
      ? 'This assessment has been submitted, so you can’t change it.'
      : `This assessment has been submitted, so you can’t change its ${what}.`
  return new ApiError('assessment-closed', message)
}

/** For a member of a shared assessment. */
export function notYours(to: 'read' | 'answer' | 'manage'): ApiError {
  const message =
    to === 'answer'
      ? 'This element isn’t assigned to you. Ask the owner of the assessment to assign it to you.'
      : 'Only the owner of this assessment can do this. Ask the owner.'
  return new ApiError('not-assigned', message)
}

/** For a member of a shared assessment, which admins manage too. */
export function notManaged(): ApiError {
  return new ApiError(
    'not-assigned',
    'Only the owner of this assessment and admins can do this. Ask the owner.',
  )
}

/** For a member of a shared assessment, so that nothing is reopened without its owner. */
export function completedByOwner(): ApiError {
  return new ApiError(
    'element-complete',
    'The owner has completed this element, so you can’t change it. Ask the owner to give it back to you.',
  )
}

export function refuseCertified(status: AssessmentStatus, step: AssessmentStep): void {
  if (whyNot(status, step) === 'certified')
    throw new ApiError(
      'assessment-closed',
      'This assessment has already been certified. Reload the page.',
    )
}

/** An assessment can only be started in its own year. */
export function requireThisYear(
  { app, tenant }: Pick<SignedInContext, 'app' | 'tenant'>,
  year: number,
): void {
  const thisYear = yearOf(tenant, app.adapters.now())
  if (year === thisYear) return
  throw new ApiError(
    'assessment-closed',
    `You can only start an assessment for the current year, ${thisYear}.`,
  )
}
