import { create as dispositionOf } from 'content-disposition'
import { reportPdfs } from 'contract/report-pdfs'
import { ApiError } from '#core/errors.ts'
import { type Server, handle } from '#core/handle.ts'
import { getPdf, getPdfFile } from './report-pdfs.queries.ts'

export function reportPdfRoutes(server: Server): void {
  handle(server, reportPdfs.get, async ({ params }, { app, db, scope, actor }) => {
    const wanted = { userId: actor.id, id: params.id, now: app.adapters.now() }
    return await getPdf(db, scope, wanted)
  })

  handle(server, reportPdfs.file, async ({ params }, { app, db, scope, actor, reply }) => {
    const wanted = { userId: actor.id, id: params.id, now: app.adapters.now() }
    const { name, file } = await getPdfFile(db, scope, wanted)
    if (!file) throw new ApiError('conflict', 'This PDF is not ready yet. Try again shortly.')
    reply.header('content-disposition', dispositionOf(name))
    return file
  })
}
