import type { ContentSetDetails, StoredElement } from 'contract/content-sets'
import type { DraftFault } from 'contract/draft'
import type { ThreadWork } from '#adapters/threads.ts'
import type { SignedInContext } from '#core/context.ts'
import type { Scope, Db } from '#db/scope.ts'
import { notFound } from '#core/errors.ts'
import { draftElementOf, draftOfFile } from '#features/content/draft-of-file.ts'
import { getContentSet, listCertificationBands } from '#features/content/content-sets.queries.ts'
import { editionFile, editionOf } from '#features/content/edition.ts'
import type { run } from './faults-worker.ts'
import { type ContentSetRow, listDraftElements } from './drafts.queries.ts'
import { inContentSet, isAuthor, saverOf } from '#features/content/in-content-set.ts'
import { readDraftText } from '#features/content/read-draft.queries.ts'
import { outlineOfDraft, outlineOfEdition, findRelatives } from './outlines.queries.ts'

export async function detailsOf(
  db: Db,
  context: SignedInContext,
  scope: Scope,
  set: ContentSetRow,
): Promise<ContentSetDetails> {
  const { id, family_id, status, version, what_changed, published_at, retired_at } = set
  const relatives = await findRelatives(db, scope, set)
  return {
    id,
    family_id,
    ...relatives,
    status,
    version,
    ...(await contentOf(db, scope, set)),
    head_version: set.draft_version,
    head_saved: await saverOf(db, context, scope, set.draft_saved_by),
    what_changed,
    published_at,
    retired_at,
    saved_at: set.changed_at,
    ...(await saverOf(db, context, scope, set.changed_by)),
    can_edit: status === 'draft' && isAuthor(context),
  }
}

async function contentOf(db: Db, scope: Scope, set: ContentSetRow) {
  if (set.draft && set.status === 'draft')
    return { head: set.draft, outline: await outlineOfDraft(db, scope, set.id) }
  const frame = editionFile({
    set: await getContentSet(db, scope, set.id),
    certificationBands: await listCertificationBands(db, scope, set.id),
    elements: [],
    statements: [],
  })
  const { head } = draftOfFile(frame, set)
  return { head, outline: await outlineOfEdition(db, scope, set.id) }
}

export async function elementOf(
  db: Db,
  context: SignedInContext,
  scope: Scope,
  set: ContentSetRow,
  elementId: number,
): Promise<StoredElement> {
  if (set.status === 'draft') {
    const [row] = await listDraftElements(db, scope, set.id, [elementId])
    if (!row || row.removed_at !== null) throw notFound('element')
    return { ...row, ...(await saverOf(db, context, scope, row.saved_by)) }
  }
  const edition = await editionOf(db, scope, context.app.cache, set.id)
  const { elements, responses } = editionFile({
    ...edition,
    elements: edition.elements.filter(({ id }) => id === elementId),
    statements: edition.statements.filter(({ element_id }) => element_id === elementId),
  })
  const [element] = elements
  if (!element) throw notFound('element')
  const noOne = { saved_by: null, is_own: false }
  return { id: elementId, version: 1, element: draftElementOf(element, responses), ...noOne }
}

const FIND_FAULTS: ThreadWork<typeof run> = {
  module: new URL('faults-worker.ts', import.meta.url),
  megabytes: 512,
  milliseconds: 30_000,
}

/** Read in a transaction, judged after it. */
export async function faultsOf(context: SignedInContext, id: number): Promise<DraftFault[]> {
  const draft = await inContentSet(context, id, (db, scope) => readDraftText(db, scope, id))
  return draft ? await context.app.adapters.threads.run(FIND_FAULTS, draft) : []
}
