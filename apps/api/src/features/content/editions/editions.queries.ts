import type { EditionInHistory } from 'contract/editions'
import type { ContentSetStatus } from 'contract/content-sets'
import { sql } from 'kysely'
import type { Scope, Db } from '#db/scope.ts'
import { MOVABLE } from '#features/content/moves.queries.ts'
import type { headColumns } from '#features/content/sets/import-content-set.ts'
import { type EditionParts, insertParts } from '#features/content/sets/new-sets.queries.ts'

type Published = {
  columns: ReturnType<typeof headColumns>
  parts: EditionParts
  what_changed: string | null
  is_minor: boolean
  changed_by: number | null
}

export async function publishRow(
  db: Db,
  scope: Scope,
  id: number,
  { columns, parts, ...edition }: Published,
) {
  await db
    .updateTable('content_sets')
    .set({
      ...columns,
      ...edition,
      status: 'published',
      draft: null,
      published_at: sql<string>`now()`,
      changed_at: sql<string>`now()`,
    })
    .where('tenant_id', '=', scope.tenantId)
    .where('id', '=', id)
    .execute()
  await sql`delete from draft_elements
    where tenant_id = ${scope.tenantId} and content_set_id = ${id}`.execute(db)
  await insertParts(db, scope, id, parts)
}

/** Retires earlier editions whose years, from this one on, and types the new one covers. */
export async function retireCovered(db: Db, { tenantId }: Scope, id: number, year: number) {
  await sql`
    update content_sets e set status = 'retired', retired_at = now()
    from content_sets n
    where n.tenant_id = ${tenantId} and n.id = ${id} and e.tenant_id = n.tenant_id and e.family_id = n.family_id
      and e.version < n.version and e.status = 'published'
      and n.year_from <= greatest(e.year_from, ${year})
      and (n.year_to is null or e.year_to <= n.year_to)
      and (n.offers_self_assessment or not e.offers_self_assessment)
      and (n.offers_certification or not e.offers_certification)`.execute(db)
}

export async function retireRow(db: Db, { tenantId }: Scope, id: number) {
  await sql`update content_sets set status = 'retired', retired_at = now()
    where tenant_id = ${tenantId} and id = ${id}`.execute(db)
}

/** Whether an assessment uses this edition, or did. */
export async function isUsed(db: Db, { tenantId }: Scope, id: number): Promise<boolean> {
  const { rows } = await sql<{ is_used: boolean }>`
    select was_used or exists (
      select from assessments a where a.tenant_id = ${tenantId} and a.content_set_id = ${id}) as is_used
    from content_sets where tenant_id = ${tenantId} and id = ${id}`.execute(db)
  return rows[0]?.is_used ?? false
}

/** Deletes a content set. The edition after it then follows the one before. */
export async function deleteRow(db: Db, { tenantId }: Scope, id: number) {
  await sql`
    update content_sets n set based_on = removed.based_on from content_sets removed
    where removed.tenant_id = ${tenantId} and removed.id = ${id}
      and n.tenant_id = removed.tenant_id and n.based_on = removed.id`.execute(db)
  await sql`delete from content_sets where tenant_id = ${tenantId} and id = ${id}`.execute(db)
}

export async function findNewest(db: Db, scope: Scope, familyId: number) {
  return await db
    .selectFrom('content_sets')
    .select(['id', 'family_id', 'version', 'template_id', 'template_family_id'])
    .select(['year_from', 'year_to', 'offers_self_assessment', 'offers_certification'])
    .where('tenant_id', '=', scope.tenantId)
    .where('family_id', '=', familyId)
    .where('status', '<>', 'draft')
    .orderBy('version', 'desc')
    .executeTakeFirst()
}

export async function findDraftId(db: Db, { tenantId }: Scope, familyId: number) {
  const { rows } = await sql<{ id: number }>`select id from content_sets
    where tenant_id = ${tenantId} and family_id = ${familyId} and status = 'draft'`.execute(db)
  return rows[0]?.id
}

export const NO_ASSESSMENTS = {
  assessments_in_progress: 0,
  assessments_completed: 0,
  assessments_submitted: 0,
}

/** All assessments of an edition: those that can still move, and the submitted and certified ones, which can't. */
export async function countAssessments(db: Db, { tenantId }: Scope, id: number) {
  const { rows } = await sql<typeof NO_ASSESSMENTS>`
    select count(*) filter (where status <> 'completed' and ${MOVABLE}) as assessments_in_progress,
      count(*) filter (where status = 'completed') as assessments_completed,
      count(*) filter (where not (${MOVABLE})) as assessments_submitted
    from assessments where tenant_id = ${tenantId} and content_set_id = ${id}`.execute(db)
  return rows[0] ?? NO_ASSESSMENTS
}

type Listed = Omit<EditionInHistory, 'changes' | 'status'> & { status: ContentSetStatus }

export async function listEditions(
  db: Db,
  { tenantId }: Scope,
  familyId: number,
): Promise<Listed[]> {
  const { rows } = await sql<Listed>`
    select c.id, c.version, c.status, c.is_minor, c.is_copy, c.what_changed, u.name as by, coalesce(c.published_at, c.changed_at) as at,
      coalesce(c.year_from, (c.draft->>'year_from')::int) as year_from, coalesce(c.year_to, (c.draft->>'year_to')::int) as year_to,
      (select count(*) from assessments a where a.tenant_id = c.tenant_id and a.content_set_id = c.id) as assessments,
      case when m.total > 0 then jsonb_build_object('moved', m.moved, 'total', m.total, 'is_over', m.ended_at is not null) end as move
    from content_sets c left join edition_moves m on m.tenant_id = c.tenant_id and m.content_set_id = c.id
    left join users u on u.tenant_id = c.tenant_id and u.id = c.changed_by
    where c.tenant_id = ${tenantId} and c.family_id = ${familyId}
    order by c.version desc`.execute(db)
  return rows
}
