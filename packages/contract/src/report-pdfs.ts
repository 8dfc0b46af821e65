import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { ById, Id } from './fields.ts'

/** A report as PDF. Short ones are ready straight away, long ones after a job. Files are kept for a day. */
export const ReportPdf = z.object({
  id: Id,
  /** File name. */
  name: z.string(),
  status: z.enum(['making', 'ready', 'failed']),
  /** Percent, estimated from the report's length. */
  progress: z.int().min(0).max(100),
})
export type ReportPdf = z.infer<typeof ReportPdf>

export const reportPdfs = {
  get: endpoint({
    method: 'GET',
    path: '/report-pdfs/:id',
    access: 'access-to-private-area',
    summary: 'Get the progress of a PDF that you requested',
    params: ById,
    response: ReportPdf,
  }),
  file: endpoint({
    method: 'GET',
    path: '/report-pdfs/:id/file',
    access: 'access-to-private-area',
    summary: 'Download a PDF that you requested (A4, tagged)',
    params: ById,
    file: 'application/pdf',
  }),
}
