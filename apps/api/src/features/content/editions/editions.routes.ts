import { editions } from 'contract/editions'
import type { SignedInContext } from '#core/context.ts'
import { ApiError } from '#core/errors.ts'
import { handleDetached, type Server } from '#core/handle.ts'
import { draftOfFile } from '#features/content/draft-of-file.ts'
import { changeContentSet, recordChange } from '#features/content/in-content-set.ts'
import { readEditionFile } from '#features/content/sets/edition-file.ts'
import { insertDraft } from '#features/content/sets/insert-draft.ts'
import { copyTemplate } from './copy-template.ts'
import { findDraftId, findNewest } from './editions.queries.ts'
import { removeContentSet, retireEdition } from './end-edition.ts'
import { publishDraft } from './publish-draft.ts'
import { comparisonOf, historyOf } from './show-history.ts'
import { impactOf } from './show-impact.ts'
import { copiesOf } from './template-copies.ts'

export function editionRoutes(server: Server): void {
  handleDetached(server, editions.impact, ({ params }, context) => impactOf(context, params.id))

  handleDetached(server, editions.publish, ({ params, body }, context) =>
    publishDraft(context, params.id, body),
  )

  handleDetached(server, editions.newVersion, ({ params }, context) =>
    beginVersion(context, params.id),
  )

  handleDetached(server, editions.history, ({ params }, context) => historyOf(context, params.id))

  handleDetached(server, editions.compare, ({ params, query }, context) =>
    comparisonOf(context, params.id, query.with),
  )

  handleDetached(server, editions.retire, ({ params }, context) =>
    retireEdition(context, params.id),
  )

  handleDetached(server, editions.remove, ({ params }, context) =>
    removeContentSet(context, params.id),
  )

  handleDetached(server, editions.copies, ({ params }, context) => copiesOf(context, params.id))

  handleDetached(server, editions.copy, ({ params, body }, context) =>
    copyTemplate(context, params.id, body.tenant_ids),
  )
}

/** Begins the next version from an edition, the newest or an earlier one; a draft that is there already is answered instead. */
async function beginVersion(context: SignedInContext, id: number): Promise<{ id: number }> {
  return await changeContentSet(context, id, async (db, scope, set) => {
    const there = await findDraftId(db, scope, set.family_id)
    if (there !== undefined) return { id: there }
    const newest = await findNewest(db, scope, set.family_id)
    if (!newest) throw new ApiError('conflict', 'This content set is not published yet.')
    const file = await readEditionFile(db, scope, id)
    const made = await insertDraft(db, scope, {
      ...draftOfFile(file, set),
      authorId: context.actor.id,
      follows: newest,
    })
    await recordChange(db, context, scope, made, 'content_set.version_created', {
      title: file.title,
      version: newest.version + 1,
    })
    return { id: made }
  })
}
