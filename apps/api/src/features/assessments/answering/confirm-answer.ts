import type { SavedResponse } from 'contract/assessments'
import { sql } from 'kysely'
import type { SignedInContext } from '#core/context.ts'
import { notFound } from '#core/errors.ts'
import type { Db } from '#db/driver.ts'
import {
  getOwnAssessment,
  listStatementAnswers,
} from '#features/assessments/assessments.queries.ts'
import { requireOpen } from '#features/assessments/require-open.ts'
import { asAskedOf, followAnswer } from './follow-statement.ts'

/** One press confirms what was carried forward, unchanged; a second press changes nothing more. Without an answer there is nothing to confirm. */
export async function confirmAnswer(
  db: Db,
  context: Pick<SignedInContext, 'app' | 'scope' | 'actor'>,
  assessmentId: number,
  statementId: number,
): Promise<SavedResponse[]> {
  const { scope, actor } = context
  const assessment = await getOwnAssessment(db, scope, actor.id, assessmentId)
  requireOpen(assessment.status, 'answers')
  await sql`
    with confirmed as (
      update responses set to_confirm = false, version = version + 1, updated_at = now(), updated_by = ${actor.id}
      where tenant_id = ${scope.tenantId} and assessment_id = ${assessmentId} and statement_id = ${statementId} and to_confirm
      returning *
    ), begun as (
      update assessments set status = case status when 'not_started' then 'in_progress' else status end, touched_at = now()
      where tenant_id = ${scope.tenantId} and id = ${assessmentId} and exists (select from confirmed)
        and (status = 'not_started' or touched_at < now() - interval '5 minutes')
    )
    insert into response_events (tenant_id, assessment_id, statement_id, state, version, key, user_id,
      before_response_id, before_reason, after_response_id, after_reason)
    select tenant_id, assessment_id, statement_id, state, version, gen_random_uuid(), ${actor.id},
      statement_response_id, not_applicable_reason, statement_response_id, not_applicable_reason
    from confirmed`.execute(db)
  const answers = await listStatementAnswers(db, scope, assessmentId, statementId)
  if (answers.length > 0) return answers
  const followed = await followAnswer(db, context, assessmentId, statementId)
  if (!followed) throw notFound('answer')
  const there = await confirmAnswer(db, context, assessmentId, followed.id)
  return there.map(asAskedOf(statementId, followed))
}
