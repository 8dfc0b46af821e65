import type { AssessmentStatus } from 'contract/assessments'

/** What its people do with an assessment. `answer` is every change: answers, notes, files, elements, edition. */
export type AssessmentStep = 'answer' | 'submit' | 'withdraw'

/** A submitted assessment rests until its review ends. A certified one is never changed again. */
const ALLOWED: Record<AssessmentStatus, readonly AssessmentStep[]> = {
  not_started: ['answer', 'submit'],
  in_progress: ['answer', 'submit'],
  completed: ['answer', 'submit'],
  in_review: ['withdraw'],
  returned: ['answer', 'submit'],
  certified: [],
}

const STATUSES = Object.keys(ALLOWED) as AssessmentStatus[]

export function allows(status: AssessmentStatus, step: AssessmentStep): boolean {
  return ALLOWED[status].includes(step)
}

export function statusesThatAllow(step: AssessmentStep): AssessmentStatus[] {
  return STATUSES.filter((status) => allows(status, step))
}
