import { create as dispositionOf } from 'content-disposition'
import { reportPdfs } from 'contract/report-pdfs'
import { type Server, handle } from '#core/handle.ts'
import type { SignedInContext } from '#core/context.ts'
import { platformScopeOf } from '#db/scope.ts'
import { getFile, getReadyFile } from '#support/generated-files.queries.ts'

export function reportPdfRoutes(server: Server): void {
  handle(server, reportPdfs.get, async ({ params }, context) => {
    return await getFile(context.db, platformScopeOf([context.tenant.id]), own(context, params.id))
  })

  handle(server, reportPdfs.file, async ({ params }, context) => {
    const scope = platformScopeOf([context.tenant.id])
    const { name, file } = await getReadyFile(context.db, scope, own(context, params.id))
    context.reply.header('content-disposition', dispositionOf(name))
    return file
  })
}

function own({ actor, app }: SignedInContext, id: number) {
  return { kind: 'report-pdf', id, userId: actor.id, now: app.adapters.now() } as const
}
