import { sql } from 'kysely'
import type { Scope, Db } from '#db/scope.ts'
import {
  type EditionParts,
  type headColumns,
  insertParts,
} from '#features/content/sets/import-content-set.ts'

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

export const NO_ASSESSMENTS = { assessments_in_progress: 0, assessments_completed: 0 }

/** Assessments of an edition that can still move. */
export async function countMovable(db: Db, { tenantId }: Scope, id: number) {
  const { rows } = await sql<typeof NO_ASSESSMENTS>`
    select count(*) filter (where status in ('not_started', 'in_progress', 'returned')) as assessments_in_progress,
      count(*) filter (where status = 'completed') as assessments_completed
    from assessments where tenant_id = ${tenantId} and content_set_id = ${id}`.execute(db)
  return rows[0] ?? NO_ASSESSMENTS
}
