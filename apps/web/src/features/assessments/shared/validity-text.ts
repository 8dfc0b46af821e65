import type { SharedAssessment } from 'contract/shared-assessments'

type Certificate = Pick<NonNullable<SharedAssessment['certificate']>, 'valid_until'>

const DAY = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
})

/** A certificate is valid on its last day. */
export function validityText({ valid_until: day }: Certificate, now = new Date()) {
  const until = DAY.format(new Date(day))
  return day < now.toISOString().slice(0, 10) ? `Expired ${until}` : `Until ${until}`
}
