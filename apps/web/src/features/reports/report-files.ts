import { api } from '#core/api.ts'

export type ReportFormat = 'pdf' | 'xlsx' | 'csv'

/** Fetches the report's file with the session's token and hands it to the browser to save. */
export async function downloadReport(id: number, format: ReportFormat) {
  const file = await api.reports[format].call({ params: { id } })
  const address = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = address
  link.download = file.name
  link.click()
  // The browser has begun to read the file by then.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
