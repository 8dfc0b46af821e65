import { editions } from 'contract/editions'
import { plural } from 'rules/plural'
import type { SignedInContext } from '#core/context.ts'
import { ApiError } from '#core/errors.ts'
import { type Server, handleDetached } from '#core/handle.ts'
import { draftOfFile } from '#features/content/draft-of-file.ts'
import { changeContentSet, recordChange } from '#features/content/in-content-set.ts'
import { readEditionFile } from '#features/content/edition.ts'
import { copyTemplate } from './copy-template.ts'
import { findDraftId, findNewest, deleteRow, isUsed, retireRow } from './editions.queries.ts'
import { publishDraft, impactOf } from './publish-draft.ts'
import { comparisonOf, historyOf } from './show-history.ts'
import { copiesOf, countCopies } from './template-copies.ts'
import { detailsOf } from '#features/content/drafts/show-content-set.ts'
import { type ContentSetRow, getRow } from '#features/content/drafts/drafts.queries.ts'
import { insertDraft } from '#features/content/sets/new-sets.queries.ts'

export function editionRoutes(server: Server): void {
  handleDetached(server, editions.impact, ({ params }, context) => impactOf(context, params.id))

  handleDetached(server, editions.publish, ({ params, body }, context) =>
    publishDraft(context, params.id, body),
  )

  handleDetached(server, editions.newVersion, ({ params }, context) =>
    startVersion(context, params.id),
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

/** Starts the next version from any edition, or returns the existing draft. */
async function startVersion(context: SignedInContext, id: number): Promise<{ id: number }> {
  return await changeContentSet(context, id, async (db, scope, set) => {
    const there = await findDraftId(db, scope, set.family_id)
    if (there !== undefined) return { id: there }
    const newest = await findNewest(db, scope, set.family_id)
    if (!newest)
      throw new ApiError(
        'conflict',
        'This content set hasn’t been published yet. Publish it first.',
      )
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

/** Running assessments of a retired edition can still be completed. */
export async function retireEdition(context: SignedInContext, id: number) {
  return await changeContentSet(context, id, async (db, scope, set) => {
    if (set.status === 'draft')
      throw new ApiError('conflict', 'A draft can’t be retired. Delete it instead.')
    if (set.status === 'published') {
      await retireRow(db, scope, id)
      await recordChange(db, context, scope, id, 'content_set.retired', { version: set.version })
    }
    return await detailsOf(db, context, scope, await getRow(db, scope, id))
  })
}

export async function removeContentSet(context: SignedInContext, id: number): Promise<void> {
  const copies = await countCopies(context, id, 'edition')
  await changeContentSet(context, id, async (db, scope, set) => {
    if (copies > 0 || (await isUsed(db, scope, id))) throw refusal(set, copies)
    await deleteRow(db, scope, id)
    await recordChange(db, context, scope, id, 'content_set.deleted', {
      title: set.title,
      version: set.version,
      state: set.status,
    })
  })
}

function refusal({ status }: ContentSetRow, copies: number) {
  const reason =
    copies > 0
      ? plural(copies, {
          one: '# organisation has a copy of this content set, so you can’t delete it.',
          other: '# organisations have a copy of this content set, so you can’t delete it.',
        })
      : 'This content set has been used, so you can’t delete it.'
  const rest =
    status === 'retired'
      ? `The content set is already retired, so ${copies > 0 ? 'no more organisations can copy it' : 'new assessments don’t use it'}.`
      : 'Retire it instead.'
  return new ApiError('conflict', `${reason} ${rest}`)
}
