const DAY = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })

/** 19 November 2027, wherever it is read: a certificate's days are its organisation's. */
export function formatDay(day: string) {
  return DAY.format(new Date(day))
}
