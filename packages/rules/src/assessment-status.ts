import type { AssessmentStatus } from 'contract/assessments'
import type { AssessmentType } from 'contract/fields'

/** What its people do with an assessment. `answer` is every change: answers, notes, files, elements, edition. */
export type AssessmentStep = 'answer' | 'submit' | 'withdraw'

/** Why a step isn't allowed. `done`: it was taken before or there is nothing to take back, so it changes nothing. */
type WhyNot = 'in review' | 'certified' | 'done'

const OPEN = { answer: 'allowed', submit: 'allowed', withdraw: 'done' } as const

/** A submitted assessment rests until its review ends. A certified one is never changed again. */
const STEPS: Record<AssessmentStatus, Record<AssessmentStep, 'allowed' | WhyNot>> = {
  not_started: OPEN,
  in_progress: OPEN,
  completed: OPEN,
  in_review: { answer: 'in review', submit: 'done', withdraw: 'allowed' },
  returned: OPEN,
  certified: { answer: 'certified', submit: 'certified', withdraw: 'certified' },
}

const STATUSES = Object.keys(STEPS) as AssessmentStatus[]

export function allows(status: AssessmentStatus, step: AssessmentStep): boolean {
  return STEPS[status][step] === 'allowed'
}

export function whyNot(status: AssessmentStatus, step: AssessmentStep): WhyNot | undefined {
  const found = STEPS[status][step]
  return found === 'allowed' ? undefined : found
}

export function statusesThatAllow(step: AssessmentStep): AssessmentStatus[] {
  return STATUSES.filter((status) => allows(status, step))
}

/** A change puts these in progress. A returned assessment stays returned until it is complete. */
export const REOPENED: readonly AssessmentStatus[] = ['not_started', 'completed']

/** Whether something is left to do: to answer, and in a certification to submit. */
export function isToDo(type: AssessmentType, status: AssessmentStatus): boolean {
  if (type === 'certification') return allows(status, 'submit')
  return allows(status, 'answer') && status !== 'completed'
}

export function statusesToDo(type: AssessmentType): AssessmentStatus[] {
  return STATUSES.filter((status) => isToDo(type, status))
}
