import { sql } from 'kysely'
import type { DraftElement, DraftHead } from 'contract/draft'
import type { Scope, Db } from '#db/scope.ts'

export type Draft = { head: DraftHead; elements: { id: number; element: DraftElement }[] }

/** Returns undefined if the content set is no draft. */
export async function readDraft(db: Db, scope: Scope, id: number): Promise<Draft | undefined> {
  const set = await db
    .selectFrom('content_sets')
    .select(sql<DraftHead>`draft`.as('head'))
    .where('tenant_id', '=', scope.tenantId)
    .where('id', '=', id)
    .where('status', '=', 'draft')
    .executeTakeFirst()
  if (!set) return undefined
  const elements = await db
    .selectFrom('draft_elements')
    .select(['id', sql<DraftElement>`element`.as('element')])
    .where('tenant_id', '=', scope.tenantId)
    .where('content_set_id', '=', id)
    .where('removed_at', 'is', null)
    .orderBy('position')
    .orderBy('id')
    .execute()
  return { head: set.head, elements }
}

/** `elements` is JSON with their ids, because it is parsed in a thread. */
export type DraftText = { head: DraftHead; elements: string }

/** As `readDraft`. */
export async function readDraftText(
  db: Db,
  { tenantId }: Scope,
  id: number,
): Promise<DraftText | undefined> {
  const { rows } = await sql<DraftText>`
    select draft as head, (
      select coalesce(json_agg(json_build_object('id', e.id, 'element', e.element) order by e.position, e.id), '[]')::text
      from draft_elements e where e.tenant_id = c.tenant_id and e.content_set_id = c.id and e.removed_at is null) as elements
    from content_sets c where tenant_id = ${tenantId} and id = ${id} and status = 'draft'`.execute(
    db,
  )
  return rows[0]
}
