import type { Person } from 'contract/shared-assessments'
import { sql } from 'kysely'
import type { Db, Scope } from '#db/scope.ts'
import { notFound } from '#core/errors.ts'
import { isOneOf } from '#support/one-of.queries.ts'

/** The approver of the assessment `a`, if it has one. */
export const APPROVER = sql<Person | null>`(select json_build_object('id', p.id, 'name', p.name) from users p
  where p.tenant_id = a.tenant_id and p.id = a.approver_id)`

/** For the people of a shared assessment. */
export async function getApprover(
  db: Db,
  { tenantId }: Scope,
  userId: number,
  id: number,
): Promise<{ approver: Person | null }> {
  const { rows } = await sql<{ approver: Person | null }>`
    select ${APPROVER} as approver from assessments a
    where a.tenant_id = ${tenantId} and a.id = ${id} and a.owner_id is not null and ${isOneOf(userId)}`.execute(
    db,
  )
  if (!rows[0]) throw notFound('shared assessment')
  return rows[0]
}

/** Who was asked before and isn't any more can't decide. */
export async function updateApprover(
  db: Db,
  { tenantId }: Scope,
  id: number,
  userId: number | null,
): Promise<void> {
  await sql`update approvals set state = 'cleared', ended_at = now()
    where tenant_id = ${tenantId} and assessment_id = ${id} and state = 'asked'`.execute(db)
  await sql`update assessments set approver_id = ${userId}
    where tenant_id = ${tenantId} and id = ${id}`.execute(db)
}

export async function findApproverId(
  db: Db,
  { tenantId }: Scope,
  id: number,
): Promise<number | null> {
  const { rows } = await sql<{ approver_id: number | null }>`
    select approver_id from assessments where tenant_id = ${tenantId} and id = ${id}`.execute(db)
  return rows[0]?.approver_id ?? null
}
