import { endpoint } from './endpoint.ts'
import { ById } from './fields.ts'
import { GeneratedFile } from './generated-files.ts'

export const reportPdfs = {
  get: endpoint({
    method: 'GET',
    path: '/report-pdfs/:id',
    access: 'access-to-private-area',
    summary: 'Get the progress of a PDF that you requested',
    params: ById,
    response: GeneratedFile,
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
