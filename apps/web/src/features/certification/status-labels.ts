import type { CertificationSummary, Verification } from 'contract/certifications'
import { formatDate } from '#core/time.ts'

const DAY = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })

export function statusText(certificate: Verification | CertificationSummary) {
  const { status, valid_from, valid_until } = certificate
  if (status === 'valid') return `Certified on ${formatDay(valid_from)}`
  if (status === 'expired') return `Expired on ${formatDay(valid_until)}`
  return certificate.revoked_at !== null
    ? `Revoked on ${formatDate(certificate.revoked_at)}`
    : 'Revoked'
}

/** 19 November 2027. A certificate's days don't depend on the reader's time zone. */
export function formatDay(day: string) {
  return DAY.format(new Date(day))
}
