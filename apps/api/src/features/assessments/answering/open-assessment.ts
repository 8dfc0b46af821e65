import type { AssessmentType } from 'contract/fields'
import { sql } from 'kysely'
import type { SignedInContext } from '#core/context.ts'
import type { Scope, Db } from '#db/scope.ts'
import { ApiError, notFound } from '#core/errors.ts'
import { findInForce } from '#features/content/content-sets.queries.ts'
import { insertAssessment, listAssessments } from '#features/assessments/assessments.queries.ts'
import { yearOf } from '#core/host-tenant.ts'
import { raiseFutures } from './move-assessments.ts'

/** Returns this year's assessment. The first time it is created, with last year's answers to confirm. */
export async function openAssessment(
  db: Db,
  { app, scope, actor, tenant }: SignedInContext,
  { year, type }: { year: number; type: AssessmentType },
): Promise<number> {
  const currentYear = yearOf(tenant, app.adapters.now())
  const own = await listAssessments(db, scope, actor.id, type)
  const known = own.find((one) => one.year === year)
  if (known) return known.id
  if (year !== currentYear)
    throw new ApiError(
      'assessment-closed',
      `You can only start an assessment for the current year, ${currentYear}.`,
    )
  const set = await findInForce(db, scope, year, type)
  if (!set) throw notFound('content set')
  const from = own.find((one) => one.year < year)
  const made = await insertAssessment(db, scope, {
    user_id: actor.id,
    content_set_id: set.id,
    year,
    type,
    carried_from: from?.year ?? null,
  })
  if (from && made.isNew) await copyFromEarlier(db, scope, actor.id, from.id, made.id, set.id)
  return made.id
}

/** Copies answers by their keys. A certified response becomes the current one, and the future one is no lower. */
async function copyFromEarlier(
  db: Db,
  scope: Scope,
  userId: number,
  fromId: number,
  toId: number,
  contentSetId: number,
) {
  await sql`
    with copied as (
      insert into responses (tenant_id, assessment_id, statement_id, state, statement_response_id, not_applicable_reason, to_confirm, updated_by)
      select r.tenant_id, ${toId}, s.id, r.state, sr.id, r.not_applicable_reason, true, ${userId}
      from responses r
      join statements old on old.tenant_id = r.tenant_id and old.id = r.statement_id
      join statements s on s.tenant_id = r.tenant_id and s.content_set_id = ${contentSetId} and s.key = old.key
      left join responses c on c.tenant_id = r.tenant_id and c.assessment_id = r.assessment_id and c.statement_id = r.statement_id and c.state = 3
      left join statement_responses oldr on oldr.tenant_id = r.tenant_id and oldr.id = case
        when r.state = 1 then coalesce(c.statement_response_id, r.statement_response_id) else r.statement_response_id end
      left join statement_responses sr on sr.tenant_id = r.tenant_id and sr.statement_id = s.id and sr.key = oldr.key
      where r.tenant_id = ${scope.tenantId} and r.assessment_id = ${fromId} and r.state in (1, 2)
        and (sr.id is not null or (r.not_applicable_reason is not null and s.allows_not_applicable))
      returning *
    )
    insert into response_events (tenant_id, assessment_id, statement_id, state, version, key, user_id, after_response_id, after_reason)
    select tenant_id, assessment_id, statement_id, state, version, gen_random_uuid(), updated_by, statement_response_id, not_applicable_reason
    from copied`.execute(db)
  await raiseFutures(db, scope, { ids: [toId], to: contentSetId, actorId: userId })
}
