import { CONTENT_LIMITS } from 'contract/content-limits'
import type { SavedDraft, SaveDraftBody } from 'contract/content-sets'
import type { DraftHead } from 'contract/draft'
import { faultsOfDraft } from 'contract/draft-faults'
import { isDeepStrictEqual } from 'node:util'
import type { SignedInContext } from '#core/context.ts'
import type { Scope, Db } from '#db/scope.ts'
import { ApiError, notFound } from '#core/errors.ts'
import { changeContentSet, requireDraft, saverOf } from '#features/content/in-content-set.ts'
import {
  type ContentSetRow,
  type DraftElementRow,
  listDraftElements,
  placeDraftElements,
  touchDraft,
  writeDraftElements,
} from './drafts.queries.ts'

type Change = { head: NonNullable<SaveDraftBody['head']> | undefined; elements: ElementChange[] }
type ElementChange = NonNullable<SaveDraftBody['elements']>[number]

/** Saves all changes or none. The second of two authors of one part gets a conflict with the saved version. */
export async function saveDraft(
  context: SignedInContext,
  id: number,
  { head, elements = [], order }: SaveDraftBody,
): Promise<SavedDraft> {
  return await changeContentSet(context, id, async (db, scope, set) => {
    requireDraft(set)
    const known = await knownElements(db, scope, id, elements)
    const change = { head, elements }
    await refuseOverwriting(db, context, scope, set, known, change)
    const changes = elements.filter((one) => !isSaved(one, known.get(one.id)))
    const authorId = context.actor.id
    const written = await writeDraftElements(db, scope, id, authorId, changes)
    if (order) await placeDraftElements(db, scope, id, orderOf(await idsOf(db, scope, id), order))
    const newHead = head && !isDeepStrictEqual(head.head, set.draft) ? head.head : undefined
    const saved = await touchDraft(db, scope, id, { authorId, head: newHead })
    const versions = new Map(written.map((one) => [one.id, one.version]))
    return {
      ...saved,
      elements: elements.map((one) => ({
        id: one.id,
        version: versions.get(one.id) ?? known.get(one.id)?.version ?? 0,
      })),
      faults: faultsOfSaved(head?.head ?? set.draft, change),
    }
  })
}

async function knownElements(db: Db, scope: Scope, id: number, changes: readonly ElementChange[]) {
  const ids = changes.map((change) => change.id)
  if (new Set(ids).size < ids.length)
    throw new ApiError('invalid-input', 'Some values are not valid. Correct them and try again.', {
      fields: { elements: 'List each element only once' },
    })
  if (ids.length === 0) return new Map()
  const rows = await listDraftElements(db, scope, id, ids)
  if (rows.length < ids.length) throw notFound('element', ids.length)
  return new Map(rows.map((row) => [row.id, row]))
}

async function idsOf(db: Db, scope: Scope, id: number): Promise<number[]> {
  return (await listDraftElements(db, scope, id)).map((row) => row.id)
}

async function refuseOverwriting(
  db: Db,
  context: SignedInContext,
  scope: Scope,
  set: ContentSetRow,
  known: ReadonlyMap<number, DraftElementRow>,
  { head, elements }: Change,
): Promise<void> {
  const isHeadStale =
    head !== undefined &&
    head.version !== set.draft_version &&
    !isDeepStrictEqual(head.head, set.draft)
  const stale = elements.flatMap((change) => {
    const row = known.get(change.id)
    return row && row.version !== change.version && !isSaved(change, row) ? [row] : []
  })
  if (!isHeadStale && stale.length === 0) return
  const saver = (authorId: number | null) => saverOf(db, context, scope, authorId)
  throw new ApiError(
    'conflict',
    'This draft was changed while you were editing. Check the changes, then save again.',
    {
      details: {
        ...(await saver(stale[0]?.saved_by ?? set.draft_saved_by)),
        head: isHeadStale
          ? {
              version: set.draft_version,
              head: set.draft,
              ...(await saver(set.draft_saved_by)),
            }
          : null,
        elements: await Promise.all(
          stale.map(async ({ id, version, element, removed_at, saved_by }) => ({
            id,
            version,
            element: removed_at === null ? element : null,
            ...(await saver(saved_by)),
          })),
        ),
      },
    },
  )
}

// A save is repeated when its answer was lost. An equal value is no conflict and isn't written again.
function isSaved({ element }: ElementChange, row: DraftElementRow | undefined): boolean {
  return isDeepStrictEqual(element, row?.removed_at === null ? row.element : null)
}

function faultsOfSaved(head: DraftHead | null, { head: savedHead, elements }: Change) {
  if (head === null) return []
  const written = elements.flatMap(({ id, element }) => (element ? [{ id, element }] : []))
  const faults = faultsOfDraft(head, written).filter(
    ({ element_id, field }) =>
      element_id !== null || (savedHead !== undefined && field !== 'elements'),
  )
  return faults.slice(0, CONTENT_LIMITS.listedFaults)
}

/** Elements that `order` doesn't name follow the one they followed before; unknown ids are left out. */
export function orderOf(current: readonly number[], order: readonly number[]): number[] {
  const there = new Set(current)
  const named = [...new Set(order)].filter((id) => there.has(id))
  const isNamed = new Set(named)
  const followers = new Map<number | undefined, number[]>()
  let anchor: number | undefined
  for (const id of current) {
    if (isNamed.has(id)) anchor = id
    else followers.set(anchor, [...(followers.get(anchor) ?? []), id])
  }
  return [
    ...(followers.get(undefined) ?? []),
    ...named.flatMap((id) => [id, ...(followers.get(id) ?? [])]),
  ]
}
