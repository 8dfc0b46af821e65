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
