import type { ContentSetFile } from 'contract/content-format'
import { sql } from 'kysely'
import type { Scope } from '#core/context.ts'
import type { Db } from '#db/driver.ts'
import type { InForce } from '#features/content/draft-of-file.ts'
import { headColumns, insertParts } from '#features/content/sets/import-content-set.ts'

/** Makes the draft an edition: its documents become rows that nobody changes any more. */
export async function publishRow(
  db: Db,
  scope: Scope,
  id: number,
  { file, inForce, ...edition }: { file: ContentSetFile; inForce: InForce } & Published,
): Promise<void> {
  await db
    .updateTable('content_sets')
    .set({
      ...headColumns(file, inForce),
      ...edition,
      status: 'published',
      draft: null,
      published_at: sql<string>`now()`,
      changed_at: sql<string>`now()`,
    })
    .where('tenant_id', '=', scope.tenantId)
    .where('id', '=', id)
    .execute()
  await db
    .deleteFrom('draft_elements')
    .where('tenant_id', '=', scope.tenantId)
    .where('content_set_id', '=', id)
    .execute()
  await insertParts(db, scope, id, file)
}

type Published = { what_changed: string | null; is_minor: boolean; changed_by: number | null }

/** Takes the earlier editions out of force that this one stands for: all their years from this one on, all their types. */
export async function retireCovered(
  db: Db,
  { tenantId }: Scope,
  id: number,
  year: number,
): Promise<void> {
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

export async function retireRow(db: Db, scope: Scope, id: number): Promise<void> {
  await db
    .updateTable('content_sets')
    .set({ status: 'retired', retired_at: sql<string>`now()` })
    .where('tenant_id', '=', scope.tenantId)
    .where('id', '=', id)
    .execute()
}

/** Whether anybody has, or had, an assessment on this edition. */
export async function isUsed(db: Db, { tenantId }: Scope, id: number): Promise<boolean> {
  const { rows } = await sql<{ is_used: boolean }>`
    select was_used or exists (
      select from assessments a where a.tenant_id = ${tenantId} and a.content_set_id = ${id}) as is_used
    from content_sets where tenant_id = ${tenantId} and id = ${id}`.execute(db)
  return rows[0]?.is_used ?? false
}

/** Deletes a content set with its parts; the edition after it follows the one before. */
export async function deleteRow(db: Db, { tenantId }: Scope, id: number): Promise<void> {
  await sql`
    update content_sets n set based_on = gone.based_on from content_sets gone
    where gone.tenant_id = ${tenantId} and gone.id = ${id} and n.tenant_id = gone.tenant_id and n.based_on = gone.id`.execute(
    db,
  )
  await db
    .deleteFrom('content_sets')
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .execute()
}

/** The newest edition of a family; a draft is none. */
export async function findNewest(db: Db, scope: Scope, familyId: number) {
  return await db
    .selectFrom('content_sets')
    .select(['id', 'family_id', 'version', 'template_id', 'template_family_id'])
    .where('tenant_id', '=', scope.tenantId)
    .where('family_id', '=', familyId)
    .where('status', '<>', 'draft')
    .orderBy('version', 'desc')
    .executeTakeFirst()
}

export async function findDraftId(
  db: Db,
  scope: Scope,
  familyId: number,
): Promise<number | undefined> {
  const row = await db
    .selectFrom('content_sets')
    .select('id')
    .where('tenant_id', '=', scope.tenantId)
    .where('family_id', '=', familyId)
    .where('status', '=', 'draft')
    .executeTakeFirst()
  return row?.id
}

/** Assessments of an edition that can still move: those that somebody works on, and those that are completed. */
export async function countMovable(
  db: Db,
  { tenantId }: Scope,
  id: number,
): Promise<{ in_progress: number; completed: number }> {
  const { rows } = await sql<{ in_progress: number; completed: number }>`
    select count(*) filter (where status in ('not_started', 'in_progress', 'returned')) as in_progress,
      count(*) filter (where status = 'completed') as completed
    from assessments where tenant_id = ${tenantId} and content_set_id = ${id}`.execute(db)
  return rows[0] ?? { in_progress: 0, completed: 0 }
}
