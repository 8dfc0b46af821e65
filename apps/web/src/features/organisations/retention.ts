import type { OrganisationDetails, AssessmentsPastRetention } from 'contract/tenants'

type Organisation = Pick<OrganisationDetails, 'time_zone'>

export function retentionHint({ time_zone }: Organisation, years: number | null) {
  if (years === null) return 'Assessments are kept until you choose a retention period.'
  const last = lastYear(time_zone, years)
  return `Assessments from ${last} and earlier are deleted, with their answers, files, reports and certificates. Assessments with a valid certificate are kept. IP addresses and browsers from those years are deleted from the audit log.`
}

export function removedBy(
  { time_zone }: Organisation,
  years: number | null,
  assessments: AssessmentsPastRetention['years'],
) {
  const last = years === null ? 0 : lastYear(time_zone, years)
  const old = assessments.filter(({ year }) => year <= last)
  return { last, count: old.reduce((sum, { count }) => sum + count, 0) }
}

/** The newest year to delete. Each year is kept for the given number of years after it. */
function lastYear(timeZone: string, years: number) {
  const year = new Intl.DateTimeFormat('en-GB', { year: 'numeric', timeZone }).format()
  return Number(year) - years - 1
}
