import type { CertificationStatus } from 'contract/certifications'

/** Years later, less a day: from 20 November to 19 November. */
export function yearsFrom(day: string, years: number): string {
  const date = new Date(`${day}T00:00:00Z`)
  date.setUTCFullYear(date.getUTCFullYear() + years)
  return daysFrom(date.toISOString().slice(0, 10), -1)
}

function daysFrom(day: string, days: number): string {
  const date = new Date(`${day}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() + days)
  return date.toISOString().slice(0, 10)
}

/** Days before its expiry in which a certificate counts as expiring. */
export const EXPIRES_SOON = 90

type Dated = { valid_until: string; revoked_at: string | null; superseded_at: string | null }

/** A certificate with its status on a day. It is valid to the end of its last day. */
export function withStatusOn<Row extends Dated>(
  today: string,
  row: Row,
): Row & { status: CertificationStatus; is_expiring: boolean } {
  const status = statusOn(today, row)
  const is_expiring = status === 'valid' && daysFrom(row.valid_until, -EXPIRES_SOON) <= today
  return { ...row, status, is_expiring }
}

function statusOn(
  today: string,
  { valid_until, revoked_at, superseded_at }: Dated,
): CertificationStatus {
  if (revoked_at !== null) return 'revoked'
  if (superseded_at !== null) return 'superseded'
  return today > valid_until ? 'expired' : 'valid'
}
