/** `Saturday 12 December 2026`, of a day such as 2026-12-12. */
export function fullDate(day: string): string {
  return FORMAT.format(new Date(day)).replace(',', '')
}

const FORMAT = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeZone: 'UTC' })
