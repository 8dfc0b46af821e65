import type { ContentSetStatus } from 'contract/content-sets'
import type { DraftElement, DraftHead } from 'contract/draft'
import { sql } from 'kysely'
import type { Scope } from '#core/context.ts'
import { notFound } from '#core/errors.ts'
import type { Db } from '#db/driver.ts'
import { inScope } from '#db/in-scope.ts'
import type { VisibleScope } from '#support/tenant-scope.ts'

/** The organisation that a content set belongs to. */
export async function findOwner(
  db: Db,
  scope: VisibleScope,
  id: number,
): Promise<number | undefined> {
  const row = await db
    .selectFrom('content_sets')
    .select('tenant_id')
    .where(inScope('tenant_id', scope))
    .where('id', '=', id)
    .executeTakeFirst()
  return row?.tenant_id
}

const COLUMNS = [
  'id',
  'tenant_id',
  'title',
  'status',
  'version',
  'family_id',
  'based_on',
  'template_id',
  'template_family_id',
  'draft_version',
  'draft_saves',
  'what_changed',
  'is_minor',
  'year_from',
  'year_to',
  'offers_self_assessment',
  'offers_certification',
  'published_at',
  'retired_at',
  'changed_at',
  'changed_by',
  'draft_saved_by',
] as const

export type ContentSetRow = Awaited<ReturnType<typeof getRow>>

/** Where a content set stands in its life, whatever its state. */
export async function getRow(db: Db, scope: Scope, id: number) {
  return typed(await rowOf(db, scope, id).executeTakeFirst())
}

/** As `getRow`, and held: of all who write, publish or delete it one goes after the other. */
export async function lockRow(db: Db, scope: Scope, id: number) {
  return typed(await rowOf(db, scope, id).forUpdate().executeTakeFirst())
}

function rowOf(db: Db, scope: Scope, id: number) {
  return db
    .selectFrom('content_sets')
    .select([...COLUMNS, sql<DraftHead | null>`draft`.as('draft')])
    .where('tenant_id', '=', scope.tenantId)
    .where('id', '=', id)
}

function typed<Row extends { status: string }>(row: Row | undefined) {
  if (!row) throw notFound('content set')
  return { ...row, status: row.status as ContentSetStatus }
}

export type DraftElementRow = {
  id: number
  version: number
  element: DraftElement
  removed_at: string | null
  saved_by: number | null
}

/** The elements of a draft in their order, also those that were removed and can come back; of these ids, if any are given. */
export async function listDraftElements(
  db: Db,
  scope: Scope,
  contentSetId: number,
  ids?: readonly number[],
): Promise<DraftElementRow[]> {
  return await db
    .selectFrom('draft_elements')
    .select(['id', 'version', sql<DraftElement>`element`.as('element'), 'removed_at', 'saved_by'])
    .where('tenant_id', '=', scope.tenantId)
    .where('content_set_id', '=', contentSetId)
    .$if(ids !== undefined, (query) =>
      query.where('id', '=', sql<number>`any(${[...(ids ?? [])]}::bigint[])`),
    )
    .orderBy('position')
    .orderBy('id')
    .execute()
}

/** Counts a save of a draft; the head's own version counts those of the head. */
export async function touchDraft(
  db: Db,
  scope: Scope,
  id: number,
  { authorId, head }: { authorId: number | null; head?: DraftHead | undefined },
): Promise<{ saved_at: string; head_version: number }> {
  const row = await db
    .updateTable('content_sets')
    .set((set) => ({
      changed_at: sql<string>`now()`,
      changed_by: authorId,
      draft_saves: set('draft_saves', '+', 1),
      ...(head && {
        title: head.title,
        draft: JSON.stringify(head),
        draft_version: set('draft_version', '+', 1),
        draft_saved_by: authorId,
      }),
    }))
    .where('tenant_id', '=', scope.tenantId)
    .where('id', '=', id)
    .returning(['changed_at', 'draft_version'])
    .executeTakeFirstOrThrow()
  return { saved_at: row.changed_at, head_version: row.draft_version }
}

/** `element` null removes one; a removed one is back when it is written again. */
export async function writeDraftElements(
  db: Db,
  scope: Scope,
  contentSetId: number,
  authorId: number | null,
  changes: readonly { id: number; element: DraftElement | null }[],
): Promise<{ id: number; version: number }[]> {
  const { rows } = await sql<{ id: number; version: number }>`
    update draft_elements d set version = version + 1, saved_at = now(), saved_by = ${authorId},
      element = coalesce(x.element, d.element),
      removed_at = case when x.element is null then coalesce(d.removed_at, now()) end
    from jsonb_to_recordset(${JSON.stringify(changes)}) as x(id bigint, element jsonb)
    where d.tenant_id = ${scope.tenantId} and d.content_set_id = ${contentSetId} and d.id = x.id
    returning d.id, d.version`.execute(db)
  return rows
}

export async function insertDraftElement(
  db: Db,
  scope: Scope,
  contentSetId: number,
  authorId: number | null,
  element: DraftElement,
): Promise<{ id: number; version: number }> {
  return await db
    .insertInto('draft_elements')
    .values({
      tenant_id: scope.tenantId,
      content_set_id: contentSetId,
      // At the end until it is given its place.
      position: 1_000_000,
      element: JSON.stringify(element),
      saved_by: authorId,
    })
    .returning(['id', 'version'])
    .executeTakeFirstOrThrow()
}

/** Puts the elements of a draft in this order. */
export async function placeDraftElements(
  db: Db,
  scope: Scope,
  contentSetId: number,
  ids: readonly number[],
): Promise<void> {
  await sql`
    update draft_elements d set position = x.place
    from unnest(${[...ids]}::bigint[]) with ordinality x(id, place)
    where d.tenant_id = ${scope.tenantId} and d.content_set_id = ${contentSetId} and d.id = x.id and d.position <> x.place`.execute(
    db,
  )
}

/** Names of people of the organisation; whoever acts from the platform has none there. */
export async function findName(
  db: Db,
  scope: Scope,
  userId: number | null,
): Promise<string | null> {
  if (userId === null) return null
  const row = await db
    .selectFrom('users')
    .select('name')
    .where('tenant_id', '=', scope.tenantId)
    .where('id', '=', userId)
    .executeTakeFirst()
  return row?.name ?? null
}
