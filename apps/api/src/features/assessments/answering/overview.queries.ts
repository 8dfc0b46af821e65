import { sql } from 'kysely'
import type { AssessmentType } from 'contract/fields'
import type { Overview } from 'contract/assessments'
import type { Scope, Db } from '#db/scope.ts'
import type { Assessment } from '#features/assessments/assessments.queries.ts'

export async function listActionReports(
  db: Db,
  scope: Scope,
  userId: number,
  type: AssessmentType,
) {
  const { rows } = await sql<Overview['reports'][number]>`
    select id, year, version, title, created_at, kind, type from reports
    where tenant_id = ${scope.tenantId} and user_id = ${userId} and kind = 'action' and type = ${type}
    order by year desc, version desc, id desc`.execute(db)
  return rows
}

export type Moving = Pick<Assessment, 'content_set_id' | 'year' | 'type' | 'status'>

type Later = { id: number; version: number; what_changed: string | null }

/** Later editions up to the newest in force, newest first. Editions with a running move don't count. */
export async function listLaterEditions(
  db: Db,
  { tenantId }: Scope,
  { content_set_id, year, type }: Moving,
): Promise<Later[]> {
  const isOffered =
    type === 'certification' ? sql`c.offers_certification` : sql`c.offers_self_assessment`
  const { rows } = await sql<Later>`
    with own as (select * from content_sets c where c.tenant_id = ${tenantId} and c.id = ${content_set_id}),
    newest as (
      select max(c.version) as version
      from content_sets c join own on own.family_id = c.family_id and own.version < c.version
      where c.tenant_id = ${tenantId} and c.status = 'published' and ${isOffered}
        and c.year_from <= ${year} and (c.year_to is null or c.year_to >= ${year})
        and not (c.based_on = own.id and exists (select from edition_moves m
          where m.tenant_id = c.tenant_id and m.content_set_id = c.id and m.ended_at is null))
    )
    select c.id, c.version, c.what_changed from content_sets c, own, newest
    where c.tenant_id = ${tenantId} and c.family_id = own.family_id
      and c.version > own.version and c.version <= newest.version
    order by c.version desc`.execute(db)
  return rows
}
