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

const SHORT = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' })

/** Due Saturday 12 December; with the year if it isn't the current one. */
export function formatDue(day: string, now = new Date()): string {
  const format = day.startsWith(String(now.getFullYear())) ? DAY : WITH_YEAR
  return `${verbOf(day, now)} ${format.format(new Date(day)).replace(',', '')}`
}

/** Due 12 Dec, where there is little room. */
export function formatDueShort(day: string, now = new Date()): string {
  return `${verbOf(day, now)} ${SHORT.format(new Date(day))}`
}

function verbOf(day: string, now: Date) {
  return day < now.toLocaleDateString('sv-SE') ? 'Was due' : 'Due'
}

/** Whether nothing is left to do by the due date. */
export function isDone(type: AssessmentType, status: AssessmentStatus | undefined): boolean {
  return status !== undefined && !isToDo(type, status)
}
