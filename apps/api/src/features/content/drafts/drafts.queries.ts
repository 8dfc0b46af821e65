import type { ContentSetStatus } from 'contract/content-sets'
import type { DraftElement, DraftHead } from 'contract/draft'
import { sql } from 'kysely'
import type { Scope, Db } from '#db/scope.ts'
import { notFound } from '#core/errors.ts'

export type ContentSetRow = Awaited<ReturnType<typeof getRow>>

export async function getRow(db: Db, scope: Scope, id: number) {
  return await rowOf(db, scope, id).executeTakeFirstOrThrow(() => notFound('content set'))
}

/** As `getRow`, and locks the row: writing, publishing and deleting run in series. */
export async function lockRow(db: Db, scope: Scope, id: number) {
  const row = rowOf(db, scope, id).forUpdate()
  return await row.executeTakeFirstOrThrow(() => notFound('content set'))
}

function rowOf(db: Db, scope: Scope, id: number) {
  return db
    .selectFrom('content_sets')
    .selectAll()
    .select([sql<DraftHead | null>`draft`.as('draft'), sql<ContentSetStatus>`status`.as('status')])
    .where('tenant_id', '=', scope.tenantId)
    .where('id', '=', id)
}

export type DraftElementRow = Awaited<ReturnType<typeof listDraftElements>>[number]

/** Includes removed elements, which can be restored. */
export async function listDraftElements(
  db: Db,
  scope: Scope,
  contentSetId: number,
  ids?: readonly number[],
) {
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

/** Counts a save. The head has a version of its own. */
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

/** `element` null removes an element; writing it again restores it. */
export async function writeDraftElements(
  db: Db,
  { tenantId }: Scope,
  contentSetId: number,
  authorId: number | null,
  changes: readonly { id: number; element: DraftElement | null }[],
) {
  const { rows } = await sql<{ id: number; version: number }>`
    update draft_elements d set version = version + 1, saved_at = now(), saved_by = ${authorId},
      element = coalesce(x.element, d.element),
      removed_at = case when x.element is null then coalesce(d.removed_at, now()) end
    from jsonb_to_recordset(${JSON.stringify(changes)}) as x(id bigint, element jsonb)
    where d.tenant_id = ${tenantId} and d.content_set_id = ${contentSetId} and d.id = x.id
    returning d.id, d.version`.execute(db)
  return rows
}

/** The element is at the end until it gets its place. */
export async function insertDraftElement(
  db: Db,
  scope: Scope,
  contentSetId: number,
  authorId: number | null,
  element: DraftElement,
) {
  return await db
    .insertInto('draft_elements')
    .values({
      tenant_id: scope.tenantId,
      content_set_id: contentSetId,
      position: 1_000_000,
      element: JSON.stringify(element),
      saved_by: authorId,
    })
    .returning(['id', 'version'])
    .executeTakeFirstOrThrow()
}

export async function placeDraftElements(
  db: Db,
  { tenantId }: Scope,
  contentSetId: number,
  ids: readonly number[],
) {
  await sql`
    update draft_elements d set position = x.position
    from unnest(${[...ids]}::bigint[]) with ordinality x(id, position)
    where d.tenant_id = ${tenantId} and d.content_set_id = ${contentSetId} and d.id = x.id
      and d.position <> x.position`.execute(db)
}

/** A god-admin of the platform has no name in the organisation. */
export async function findName(db: Db, { tenantId }: Scope, userId: number | null) {
  const { rows } = await sql<{ name: string }>`select name from users
    where tenant_id = ${tenantId} and id = ${userId}`.execute(db)
  return rows[0]?.name ?? null
}
