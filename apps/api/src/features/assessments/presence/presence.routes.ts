import { presence } from 'contract/presence'
import { type Server, handle, handleBatched } from '#core/handle.ts'
import { notFound } from '#core/errors.ts'
import type { SignedInContext } from '#core/context.ts'
import type { Db } from '#db/scope.ts'
import { getAssessment } from '#features/assessments/assessments.queries.ts'
import {
  findLastVisit,
  findNoteChange,
  isStatementOf,
  listChanged,
  listHistory,
} from './changes.queries.ts'
import { sharePresence } from './share-presence.ts'

export function presenceRoutes(server: Server): void {
  handleBatched(server, presence.share, async ({ params, body }, context) => {
    const shown = await sharePresence(context, params.id, body)
    if (!shown) context.reply.code(204)
    return shown
  })

  handle(server, presence.changes, async ({ params: { id } }, context) => {
    const { db, scope, actor } = context
    await requireShared(db, context, id)
    const since = await findLastVisit(db, scope, actor.id, id)
    const statements = since === null ? [] : await listChanged(db, scope, actor.id, { id, since })
    return { since, statements }
  })

  handle(server, presence.history, async ({ params: { id, statementId } }, context) => {
    const { db, scope } = context
    await requireShared(db, context, id)
    if (!(await isStatementOf(db, scope, { id, statementId }))) throw notFound('statement')
    return {
      changes: await listHistory(db, scope, { id, statementId }),
      note: await findNoteChange(db, scope, { id, statementId }),
    }
  })
}

async function requireShared(db: Db, { scope, actor }: SignedInContext, id: number) {
  const { is_shared } = await getAssessment(db, scope, { userId: actor.id, to: 'read' }, id)
  if (!is_shared) throw notFound('shared assessment')
}
