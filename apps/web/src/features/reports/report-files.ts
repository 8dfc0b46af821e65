import { api } from '#core/api.ts'
import { fetchFile } from '#core/fetch-file.ts'

export type ReportFormat = 'pdf' | 'xlsx' | 'csv'

/** Fetches the report's file with the session's token and hands it to the browser to save. */
export async function downloadReport(id: number, format: ReportFormat) {
  await fetchFile((init) => api.reports[format].call({ params: { id } }, init))
}
