import type { CertificationSummary, Verification } from 'contract/certifications'
import { formatDate } from '#core/time.ts'

const DAY = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })

export function statusText(certificate: Verification | CertificationSummary) {
  const { status, valid_from, valid_until } = certificate
  if (status === 'valid') return `Certified on ${formatDay(valid_from)}`
  if (status === 'expired') return `Expired on ${formatDay(valid_until)}`
  if (status === 'superseded') return dated('Replaced', certificate.superseded_at)
  return dated('Revoked', certificate.revoked_at)
}

function dated(what: string, at: string | null) {
  return at === null ? what : `${what} on ${formatDate(at)}`
}

/** 19 November 2027. A certificate's days don't depend on the reader's time zone. */
export function formatDay(day: string) {
  return DAY.format(new Date(day))
}
