const DATE = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric' })
const MOMENT = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
})

/** 21 November 2026 */
export function formatDate(timestamp: string) {
  return DATE.format(new Date(timestamp))
}

/** 19 Nov 2026, 14:20 */
export function formatMoment(timestamp: string) {
  return MOMENT.format(new Date(timestamp))
}

const CLOCK = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' })
const SHORT = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' })

const AGO = new Intl.RelativeTimeFormat('en-GB')
const RELATIVE = new Intl.RelativeTimeFormat('en-GB', { numeric: 'auto' })

/** For the middle of a sentence: just now, 5 minutes ago, 2 hours ago, 3 days ago. */
export function formatAgo(timestamp: string, now = new Date()) {
  const minutes = Math.floor((now.getTime() - new Date(timestamp).getTime()) / 60_000)
  if (minutes < 1) return 'just now'
  if (minutes < 60) return AGO.format(-minutes, 'minute')
  if (minutes < 24 * 60) return AGO.format(-Math.floor(minutes / 60), 'hour')
  return AGO.format(-Math.floor(minutes / (24 * 60)), 'day')
}

/** 08:30 today, Yesterday, else 19 Nov; with the year if it isn't the current one. */
export function formatRecent(timestamp: string, now?: Date) {
  const text = recentInSentence(timestamp, now)
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** As `formatRecent`, for the middle of a sentence: yesterday. */
export function recentInSentence(timestamp: string, now = new Date()) {
  const at = new Date(timestamp)
  const yesterday = new Date(now)
  yesterday.setDate(now.getDate() - 1)
  if (at.toDateString() === now.toDateString()) return CLOCK.format(at)
  if (at.toDateString() === yesterday.toDateString()) return RELATIVE.format(-1, 'day')
  return at.getFullYear() === now.getFullYear() ? SHORT.format(at) : DATE.format(at)
}
