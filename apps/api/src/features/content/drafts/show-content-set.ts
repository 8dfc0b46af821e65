import type { ContentSetDetails, OutlineElement, StoredElement } from 'contract/content-sets'
import type { DraftFault } from 'contract/draft'
import { sql } from 'kysely'
import type { ThreadWork } from '#adapters/threads.ts'
import type { SignedInContext } from '#core/context.ts'
import type { Scope, Db } from '#db/scope.ts'
import { notFound } from '#core/errors.ts'
import { draftElementOf, draftOfFile } from '#features/content/draft-of-file.ts'
import { getContentSet, listCertificationBands } from '#features/content/content-sets.queries.ts'
import { editionFile, editionOf } from '#features/content/edition.ts'
import type { run } from './faults-worker.ts'
import { readDraftText } from '#features/content/read-draft.ts'
import { type ContentSetRow, listDraftElements } from './drafts.queries.ts'
import { inContentSet, isAuthor, saverOf } from '#features/content/in-content-set.ts'

export async function detailsOf(
  db: Db,
  context: SignedInContext,
  scope: Scope,
  set: ContentSetRow,
): Promise<ContentSetDetails> {
  const { id, status, version, what_changed, published_at, retired_at } = set
  const relatives = await findRelatives(db, scope, set)
  return {
    id,
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

const SHOWN = 160

async function outlineOfDraft(db: Db, scope: Scope, id: number): Promise<OutlineElement[]> {
  const { rows } = await sql<OutlineElement>`
    select id, version, element->>'key' as key, element->>'title' as title, element->>'group' as "group",
      case when jsonb_array_length(element->'statements') > 0 then id end as quiz_id,
      (select coalesce(jsonb_agg(jsonb_build_object('key', s->>'key', 'text', left(s->>'text', ${SHOWN})) order by n), '[]')
       from jsonb_array_elements(element->'statements') with ordinality x(s, n)) as statements
    from draft_elements
    where tenant_id = ${scope.tenantId} and content_set_id = ${id} and removed_at is null
    order by position, id`.execute(db)
  return rows
}

async function outlineOfEdition(db: Db, scope: Scope, id: number): Promise<OutlineElement[]> {
  const { rows } = await sql<OutlineElement>`
    select e.id, 1 as version, e.key, e.title, coalesce(e.group_name, '') as "group", q.id as quiz_id,
      (select coalesce(jsonb_agg(jsonb_build_object('key', s.key, 'text', left(s.text, ${SHOWN})) order by s.position, s.id), '[]')
       from statements s where s.tenant_id = e.tenant_id and s.element_id = e.id) as statements
    from elements e left join statement_sets q on q.tenant_id = e.tenant_id and q.element_id = e.id
    where e.tenant_id = ${scope.tenantId} and e.content_set_id = ${id}
    order by e.position, e.id`.execute(db)
  return rows
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
  const edition = await editionOf(context.app.cache, db, scope, set.id)
  const [element] = editionFile({
    ...edition,
    elements: edition.elements.filter(({ id }) => id === elementId),
    statements: edition.statements.filter(({ element_id }) => element_id === elementId),
  }).elements
  if (!element) throw notFound('element')
  const noOne = { saved_by: null, is_own: false }
  return { id: elementId, version: 1, element: draftElementOf(element), ...noOne }
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

export async function findRelatives(
  db: Db,
  { tenantId }: Scope,
  { id, family_id, based_on }: ContentSetRow,
) {
  const { rows } = await sql<
    Pick<ContentSetDetails, 'tenant_id' | 'tenant' | 'based_on' | 'draft_id'>
  >`
    select t.id as tenant_id, jsonb_build_object('id', t.id, 'name', t.name, 'is_platform', t.kind = 'platform') as tenant,
      (select jsonb_build_object('id', id, 'version', version) from content_sets c where c.tenant_id = t.id and c.id = ${based_on}) as based_on,
      (select id from content_sets c where c.tenant_id = t.id and c.family_id = ${family_id} and c.status = 'draft' and c.id <> ${id}) as draft_id
    from tenants t where t.id = ${tenantId}`.execute(db)
  if (!rows[0]) throw notFound('content set')
  return rows[0]
}
