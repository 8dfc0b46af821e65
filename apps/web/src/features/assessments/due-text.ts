import type { AssessmentStatus } from 'contract/assessments'
import type { AssessmentType } from 'contract/fields'
import { isToDo } from 'rules/assessment-status'

const DAY = new Intl.DateTimeFormat('en-GB', {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  timeZone: 'UTC',
})
const WITH_YEAR = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeZone: 'UTC' })

/** Due Saturday 12 December; with the year if it isn't the current one. */
export function formatDue(day: string, now = new Date()): string {
  const format = day.startsWith(String(now.getFullYear())) ? DAY : WITH_YEAR
  const isPast = day < now.toLocaleDateString('sv-SE')
  return `${isPast ? 'Was due' : 'Due'} ${format.format(new Date(day)).replace(',', '')}`
}

/** Whether nothing is left to do by the due date. */
export function isDone(type: AssessmentType, status: AssessmentStatus | undefined): boolean {
  return status !== undefined && !isToDo(type, status)
}
