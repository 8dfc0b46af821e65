import { attachments } from 'contract/attachments'
import { type Server, handle, handleDetached } from '#core/handle.ts'
import { getOwnAttachment } from '#features/assessments/attachments.queries.ts'
import { beginUpload } from './begin-upload.ts'
import { finishUpload } from './finish-upload.ts'
import { markRemoved } from './remove-attachment.ts'
import { showContent } from '#features/assessments/show-content.ts'
import { takePiece } from './take-piece.ts'

export function attachmentRoutes(server: Server): void {
  handle(
    server,
    attachments.begin,
    async ({ params, body }, context) => await beginUpload(context.db, context, params.id, body),
  )

  handleDetached(server, attachments.piece, async ({ params, query, body }, context) => ({
    received: await takePiece(context, params.id, query.offset, body),
  }))

  handleDetached(
    server,
    attachments.finish,
    async ({ params, query }, context) => await finishUpload(context, params.id, query.sha256),
  )

  handleDetached(
    server,
    attachments.content,
    async ({ params }, context) => await showContent(context, params.id),
  )

  handle(server, attachments.remove, async ({ params }, context) => {
    await markRemoved(context.db, context, params.id, true)
  })

  handle(server, attachments.restore, async ({ params }, context) => {
    await markRemoved(context.db, context, params.id, false)
    return await getOwnAttachment(context.db, context.scope, context.actor.id, params.id)
  })
}
