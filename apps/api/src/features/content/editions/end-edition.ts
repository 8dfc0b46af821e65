import type { ContentSetDetails } from 'contract/content-sets'
import type { SignedInContext } from '#core/context.ts'
import { ApiError } from '#core/errors.ts'
import { changeContentSet, recordChange } from '#features/content/in-content-set.ts'
import { detailsOf } from '#features/content/drafts/show-content-set.ts'
import { type ContentSetRow, getRow } from '#features/content/drafts/drafts.queries.ts'
import { deleteRow, isUsed, retireRow } from './editions.queries.ts'
import { countCopies } from './template-copies.ts'

/** Takes an edition out of force; what is under way on it can still be finished. */
export async function retireEdition(
  context: SignedInContext,
  id: number,
): Promise<ContentSetDetails> {
  return await changeContentSet(context, id, async (db, scope, set) => {
    if (set.status === 'draft')
      throw new ApiError('conflict', 'A draft is not in force: delete it instead.')
    if (set.status === 'published') {
      await retireRow(db, scope, id)
      await recordChange(db, context, scope, id, 'content_set.retired', { version: set.version })
    }
    return await detailsOf(db, context, scope, await getRow(db, scope, id))
  })
}

/** Deletes a draft, or an edition that nobody has used. */
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
  const owners = copies === 1 ? 'One organisation has' : `${copies} organisations have`
  const reason =
    copies > 0 ? `${owners} a copy of this content set.` : 'This content set has been used.'
  const rest = status === 'retired' ? 'It stays retired.' : 'Retire it instead.'
  return new ApiError('conflict', `${reason} ${rest}`)
}
