const DAY = 86_400_000
const WEEK = 7

/** Days before and after a due date; then every week. */
const BEFORE = [-7, -1]

/** Days are such as 2026-11-21. */
export function addDays(day: string, days: number): string {
  return new Date(Date.parse(day) + days * DAY).toISOString().slice(0, 10)
}

export function isDayOff(day: string): boolean {
  return [0, 6].includes(new Date(day).getUTCDay())
}

/** The days of all notices about a due date, up to a week after `until`. One on a day off goes the working day before. */
export function noticeDays(dueOn: string, until: string): string[] {
  const weeks = Math.max(0, Math.floor((Date.parse(until) - Date.parse(dueOn)) / (WEEK * DAY)) + 1)
  const after = Array.from({ length: weeks + 1 }, (_, week) => week * WEEK)
  return [...BEFORE, ...after].map((days) => workingDayUpTo(addDays(dueOn, days)))
}

function workingDayUpTo(day: string): string {
  return isDayOff(day) ? workingDayUpTo(addDays(day, -1)) : day
}

const DIGEST_HOUR = 7

/** When the next digest is sent, such as `tomorrow at 07:00`, by the time at the organisation. */
export function nextDigest(timeZone: string, now: Date): string {
  const [today = '', hour = ''] = new Intl.DateTimeFormat('sv-SE', {
    timeZone,
    dateStyle: 'short',
    timeStyle: 'short',
  })
    .format(now)
    .split(/[ :]/)
  const isToday = !isDayOff(today) && Number(hour) < DIGEST_HOUR
  return `${isToday ? 'today' : nextWorkingDay(today)} at 07:00`
}

function nextWorkingDay(today: string): string {
  const tomorrow = addDays(today, 1)
  if (!isDayOff(tomorrow)) return 'tomorrow'
  return 'on Monday'
}
