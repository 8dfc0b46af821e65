import type { CustomerDetails, OldAssessments } from 'contract/tenants'

type Organisation = Pick<CustomerDetails, 'time_zone'>

export function retentionHint({ time_zone }: Organisation, years: number | null) {
  if (years === null) return 'Assessments are kept until you choose how long.'
  const last = lastYear(time_zone, years)
  return `Assessments of ${last} and before are removed, with answers, files, reports and certificates that have ended.`
}

export function removedBy(
  { time_zone }: Organisation,
  years: number | null,
  assessments: OldAssessments['years'],
) {
  const last = years === null ? 0 : lastYear(time_zone, years)
  const old = assessments.filter(({ year }) => year <= last)
  return { last, count: old.reduce((sum, { count }) => sum + count, 0) }
}

/** The newest year that is no longer kept: each is kept for so many years after its own. */
function lastYear(timeZone: string, years: number) {
  const year = new Intl.DateTimeFormat('en-GB', { year: 'numeric', timeZone }).format()
  return Number(year) - years - 1
}
