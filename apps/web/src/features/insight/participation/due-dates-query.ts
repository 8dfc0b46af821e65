import { api } from '#core/api.ts'

/** What an organisation's users can answer in a year, and by when. */
export function dueDatesQuery(tenantId: number, year: number) {
  return api.dueDates.list.query({ params: { id: tenantId }, query: { year } })
}
