import type { CertificationSummary, Verification } from 'contract/certifications'
import { formatDate } from '#core/time.ts'

const DAY = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })

export function statusText(certificate: Verification | CertificationSummary) {
  const { status, valid_from, valid_until } = certificate
  if (status === 'valid') return `Certified on ${formatDay(valid_from)}`
  if (status === 'expired') return `Expired on ${formatDay(valid_until)}`
  return 'revoked_at' in certificate && certificate.revoked_at !== null
    ? `Revoked on ${formatDate(certificate.revoked_at)}`
    : 'Revoked'
}

export function holderText({ status, holder, title }: HolderText, level: number | null) {
  const what = level === null ? 'the requirements' : `level ${level}`
  return `${holder} ${status === 'valid' ? 'meets' : 'met'} ${what} of the ${title}.`
}

interface HolderText extends Pick<Verification, 'status' | 'holder'> {
  title: string
}

/** 19 November 2027. A certificate's days don't depend on the reader's time zone. */
export function formatDay(day: string) {
  return DAY.format(new Date(day))
}
