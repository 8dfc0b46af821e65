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

/** 08:30 today, Yesterday, else 19 Nov; with the year if it isn't the current one. */
export function formatRecent(timestamp: string, now = new Date()) {
  const at = new Date(timestamp)
  const yesterday = new Date(now)
  yesterday.setDate(now.getDate() - 1)
  if (at.toDateString() === now.toDateString()) return CLOCK.format(at)
  if (at.toDateString() === yesterday.toDateString()) return 'Yesterday'
  return at.getFullYear() === now.getFullYear() ? SHORT.format(at) : DATE.format(at)
}
