import { editions } from 'contract/editions'
import { type Server, handleDetached } from '#core/handle.ts'
import { previewReport } from './report-preview.ts'
import { writeReportPdf } from '#features/reports/write-report-pdf.ts'

export function previewRoutes(server: Server): void {
  handleDetached(server, editions.preview, async ({ params, query }, context) => {
    const { snapshot } = await previewReport(context, params.id, query)
    return snapshot
  })

  handleDetached(server, editions.previewPdf, async ({ params, query }, context) => {
    const { snapshot, brand } = await previewReport(context, params.id, query)
    context.reply.header('content-disposition', 'attachment; filename="report-preview.pdf"')
    return await writeReportPdf(context.app.adapters.printer, { snapshot, brand })
  })
}
