import { plural } from 'rules/plural'
import { recentInSentence } from '#core/time.ts'

const WEEKDAY = new Intl.DateTimeFormat('en-GB', { weekday: 'long' })
const CLOCKED = new Intl.DateTimeFormat('en-GB', {
  weekday: 'short',
  hour: '2-digit',
  minute: '2-digit',
})
const DAY = 86_400_000

/** 4 changes since Tuesday */
export function changesText(count: number, since: string, now = new Date()) {
  return `${countText(count)} since ${sinceText(since, now)}`
}

export function countText(count: number) {
  return plural(count, { one: '# change', other: '# changes' })
}

/** A weekday for what was in the last six days, but not today or yesterday. */
function sinceText(since: string, now: Date) {
  const isClose = now.getTime() - Date.parse(since) < 2 * DAY
  if (!isClose && isThisWeek(since, now)) return WEEKDAY.format(new Date(since))
  return recentInSentence(since, now)
}

/** Tue 14:10, or else 19 November */
export function atText(at: string, now = new Date()) {
  return isThisWeek(at, now)
    ? CLOCKED.format(new Date(at)).replace(',', '')
    : recentInSentence(at, now)
}

function isThisWeek(at: string, now: Date) {
  return now.getTime() - Date.parse(at) < 6 * DAY
}
