import { CONTENT_LIMITS } from 'contract/content-checks'
import type { NewContentSetBody, NewElementBody, StoredElement } from 'contract/content-sets'
import type { SignedInContext } from '#core/context.ts'
import { ApiError, notFound } from '#core/errors.ts'
import { yearOf } from '#core/host-tenant.ts'
import { insertDraft } from '#features/content/sets/insert-draft.ts'
import { getTimeZone } from '#support/tenants.queries.ts'
import {
  insertDraftElement,
  listDraftElements,
  placeDraftElements,
  touchDraft,
} from './drafts.queries.ts'
import {
  changeContentSet,
  inOwner,
  recordChange,
  requireDraft,
  saverOf,
} from '#features/content/in-content-set.ts'

/** Begins a content set; its first year is the current one of the organisation. */
export async function beginDraft(
  context: SignedInContext,
  { tenant_id, title, description = '', scale = [] }: NewContentSetBody,
): Promise<{ id: number }> {
  return await inOwner(context, tenant_id, async (db, scope) => {
    const timeZone = await getTimeZone(db, scope.tenantId)
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
        certificationBands: [],
        year_from: yearOf({ timeZone }, context.app.adapters.now()),
        year_to: null,
        offers_self_assessment: true,
        offers_certification: true,
      },
    })
    await recordChange(db, context, scope, id, 'content_set.created', { title })
    return { id }
  })
}

/** Adds an element to a draft, after another one or first. */
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
      throw new ApiError('invalid-input', 'A content set holds at most 2,000 elements.', {
        fields: { element: 'Remove an element first' },
      })
    const authorId = context.actor.id
    const made = await insertDraftElement(db, scope, id, authorId, element)
    const ids = rows.map((row) => row.id)
    await placeDraftElements(db, scope, id, ids.toSpliced(place, 0, made.id))
    await touchDraft(db, scope, id, { authorId })
    return { ...made, element, ...(await saverOf(db, context, scope, authorId)) }
  })
}
