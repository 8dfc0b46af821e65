import type { CertificationStatus } from 'contract/certifications'

/** The day that it is in a time zone: `2026-11-21`. */
export function dayIn(timeZone: string, now: Date): string {
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  })
  const parts = new Map(format.formatToParts(now).map(({ type, value }) => [type, value]))
  return `${parts.get('year')}-${parts.get('month')}-${parts.get('day')}`
}

/** So many years later, less a day: what begins on 20 November ends on the 19th. */
export function yearsFrom(day: string, years: number): string {
  const date = new Date(`${day}T00:00:00Z`)
  date.setUTCFullYear(date.getUTCFullYear() + years)
  return daysFrom(date.toISOString().slice(0, 10), -1)
}

export function daysFrom(day: string, days: number): string {
  const date = new Date(`${day}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() + days)
  return date.toISOString().slice(0, 10)
}

/** Valid to the end of its last day. */
export function statusOn(
  today: string,
  { valid_until, revoked_at }: { valid_until: string; revoked_at: string | null },
): CertificationStatus {
  if (revoked_at !== null) return 'revoked'
  return today > valid_until ? 'expired' : 'valid'
}
