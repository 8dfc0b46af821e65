import { sql } from 'kysely'
import type { Overview } from 'contract/assessments'
import type { Scope, Db } from '#db/scope.ts'
import { isOffered } from '#support/in-force.queries.ts'
import type { Assessment } from '#features/assessments/assessments.queries.ts'

/** The reports of these assessments, newest first. */
export async function listActionReports(
  db: Db,
  { tenantId }: Scope,
  assessmentIds: readonly number[],
) {
  const { rows } = await sql<Overview['reports'][number]>`
    select r.id, r.year, r.version, r.title, r.created_at, r.kind, r.type, r.current_score as current from reports r
    where r.tenant_id = ${tenantId} and r.assessment_id = any(${[...assessmentIds]}::bigint[]) and r.kind = 'action'
    order by r.year desc, r.version desc, r.id desc`.execute(db)
  return rows
}

export type Moving = Pick<
  Assessment,
  'content_set_id' | 'year' | 'type' | 'status' | 'scope_levels' | 'scope_profiles'
>

type Later = { id: number; version: number; what_changed: string | null }

/** Later editions up to the newest in force, newest first. Editions with a running move don't count. */
export async function listLaterEditions(
  db: Db,
  { tenantId }: Scope,
  { content_set_id, year, type }: Moving,
): Promise<Later[]> {
  const { rows } = await sql<Later>`
    with own as (select * from content_sets c where c.tenant_id = ${tenantId} and c.id = ${content_set_id}),
    newest as (
      select max(c.version) as version
      from content_sets c join own on own.family_id = c.family_id and own.version < c.version
      where c.tenant_id = ${tenantId} and ${isOffered(type, year)}
        and not (c.based_on = own.id and exists (select from edition_moves m
          where m.tenant_id = c.tenant_id and m.content_set_id = c.id and m.ended_at is null))
    )
    select c.id, c.version, c.what_changed from content_sets c, own, newest
    where c.tenant_id = ${tenantId} and c.family_id = own.family_id
      and c.version > own.version and c.version <= newest.version
    order by c.version desc`.execute(db)
  return rows
}
