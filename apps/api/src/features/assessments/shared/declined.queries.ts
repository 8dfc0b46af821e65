import type { NeedsPerson } from 'contract/assignments'
import { sql } from 'kysely'
import type { Db, Scope } from '#db/scope.ts'
import { isAsked } from '#support/applies.queries.ts'
import { DECLINED, NEEDS_NEW } from './shared.queries.ts'

type Declining = {
  id: number
  elementId: number
  userId: number
  at: Date
  reason: string
  suggestedId: number | null
}

/** False if the element isn't assigned to this user. */
export async function markDeclined(
  db: Db,
  { tenantId }: Scope,
  { id, elementId, userId, at, reason, suggestedId }: Declining,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update element_assignments set user_id = null, done_at = null, returned_at = null,
      declined_at = ${at.toISOString()}, declined_by = ${userId}, decline_reason = ${reason}, suggested_id = ${suggestedId}
    where tenant_id = ${tenantId} and assessment_id = ${id} and element_id = ${elementId} and user_id = ${userId}`.execute(
    db,
  )
  return numAffectedRows === 1n
}

/** The elements that need a new person, in the order of the set. */
export async function listNeedsPerson(
  db: Db,
  { tenantId }: Scope,
  id: number,
): Promise<NeedsPerson[]> {
  const { rows } = await sql<NeedsPerson>`
    select e.element_id, l.title, ${DECLINED} as declined
    from element_assignments e join elements l on l.tenant_id = e.tenant_id and l.id = e.element_id
    join assessments a on a.tenant_id = e.tenant_id and a.id = e.assessment_id and ${isAsked(sql`e.element_id`, sql`a`)}
    where e.tenant_id = ${tenantId} and e.assessment_id = ${id} and ${NEEDS_NEW}
    order by l.position, l.id`.execute(db)
  return rows
}
