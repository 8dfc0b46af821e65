import {
  type NewContentSetBody,
  type NewElementBody,
  type StoredElement,
  contentSets,
} from 'contract/content-sets'
import { CONTENT_LIMITS } from 'contract/content-limits'
import { type Server, handleDetached } from '#core/handle.ts'
import {
  inContentSet,
  changeContentSet,
  inOwner,
  recordChange,
  requireDraft,
  saverOf,
} from '#features/content/in-content-set.ts'
import { listContentSets } from './list-content-sets.queries.ts'
import { saveDraft } from './save-draft.ts'
import { detailsOf, elementOf, faultsOf } from './show-content-set.ts'
import type { SignedInContext } from '#core/context.ts'
import { ApiError, notFound } from '#core/errors.ts'
import { inForceFrom } from '#features/content/draft-of-file.ts'
import { getYear } from '#support/tenants.queries.ts'
import {
  insertDraftElement,
  listDraftElements,
  placeDraftElements,
  touchDraft,
} from './drafts.queries.ts'
import { insertDraft } from '#features/content/sets/new-sets.queries.ts'

// Detached: each opens a transaction of the set's organisation, which is not always the host's.
export function draftRoutes(server: Server): void {
  handleDetached(server, contentSets.list, ({ query }, context) => listContentSets(context, query))

  handleDetached(server, contentSets.create, ({ body }, context) => createContentSet(context, body))

  handleDetached(server, contentSets.get, ({ params: { id } }, context) =>
    inContentSet(context, id, (db, scope, set) => detailsOf(db, context, scope, set)),
  )

  handleDetached(server, contentSets.latestSave, ({ params: { id } }, context) =>
    inContentSet(context, id, async (db, scope, { status, changed_at, changed_by }) => ({
      status,
      saved_at: changed_at,
      ...(await saverOf(db, context, scope, changed_by)),
    })),
  )

  handleDetached(server, contentSets.element, ({ params: { id, elementId } }, context) =>
    inContentSet(context, id, (db, scope, set) => elementOf(db, context, scope, set, elementId)),
  )

  handleDetached(server, contentSets.addElement, ({ params, body }, context) =>
    addElement(context, params.id, body),
  )

  handleDetached(server, contentSets.save, ({ params, body }, context) =>
    saveDraft(context, params.id, body),
  )

  handleDetached(server, contentSets.faults, async ({ params: { id } }, context) => ({
    faults: await faultsOf(context, id),
  }))
}

/** Creates a content set whose first year is the organisation's current one. */
export async function createContentSet(
  context: SignedInContext,
  { tenant_id, title, description = '', scale = [], responses = [] }: NewContentSetBody,
): Promise<{ id: number }> {
  return await inOwner(context, tenant_id, async (db, scope) => {
    const id = await insertDraft(db, scope, {
      authorId: context.actor.id,
      elements: [],
      head: {
        title,
        description,
        language: 'en',
        source: '',
        licence: '',
        introduction: '',
        scale,
        ...(responses.length > 0 && { responses }),
        certificationBands: [],
        ...inForceFrom(await getYear(db, scope, context.app.adapters.now())),
      },
    })
    await recordChange(db, context, scope, id, 'content_set.created', { title })
    return { id }
  })
}

export async function addElement(
  context: SignedInContext,
  id: number,
  { element, after }: NewElementBody,
): Promise<StoredElement> {
  return await changeContentSet(context, id, async (db, scope, set) => {
    requireDraft(set)
    const rows = await listDraftElements(db, scope, id)
    const place = after === null ? 0 : rows.findIndex((row) => row.id === after) + 1
    if (after !== null && place === 0) throw notFound('element')
    if (rows.filter((row) => row.removed_at === null).length >= CONTENT_LIMITS.elements)
      throw new ApiError(
        'invalid-input',
        'A content set can have at most 2,000 elements. Remove an element first.',
        {
          fields: { element: 'Remove an element before you add another' },
        },
      )
    const authorId = context.actor.id
    const made = await insertDraftElement(db, scope, id, authorId, element)
    const ids = rows.map((row) => row.id)
    await placeDraftElements(db, scope, id, ids.toSpliced(place, 0, made.id))
    await touchDraft(db, scope, id, { authorId })
    return { ...made, element, ...(await saverOf(db, context, scope, authorId)) }
  })
}
