import type { SignedInContext } from '#core/context.ts'
import { ApiError } from '#core/errors.ts'
import { draftOfFile } from '#features/content/draft-of-file.ts'
import { readEditionFile } from '#features/content/sets/edition-file.ts'
import { insertDraft } from '#features/content/sets/insert-draft.ts'
import { changeContentSet, recordChange } from '#features/content/in-content-set.ts'
import { findDraftId, findNewest } from './editions.queries.ts'

/** Begins the next version from an edition, the newest or an earlier one; a draft that is there already is answered instead. */
export async function beginVersion(context: SignedInContext, id: number): Promise<{ id: number }> {
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
    await recordChange(db, context, scope, made, 'content set version begun', {
      title: file.title,
      version: newest.version + 1,
    })
    return { id: made }
  })
}
