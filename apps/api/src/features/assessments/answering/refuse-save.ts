import type { ResponseChange, ResponseConflict, SavedResponse } from 'contract/assessments'
import { sql } from 'kysely'
import type { Scope, SignedInContext } from '#core/context.ts'
import { ApiError, notFound } from '#core/errors.ts'
import type { Db } from '#db/driver.ts'
import {
  getOwnAssessment,
  listStatementAnswers,
} from '#features/assessments/assessments.queries.ts'

/** Nothing was written: either this choice was saved before (its answer got lost), or here is why not. */
export async function refuseSave(
  db: Db,
  { scope, actor }: Pick<SignedInContext, 'scope' | 'actor'>,
  assessmentId: number,
  change: ResponseChange,
  asAsked: (row: SavedResponse) => SavedResponse = (row) => row,
): Promise<SavedResponse[]> {
  const assessment = await getOwnAssessment(db, scope, actor.id, assessmentId)
  const statement = await findStatement(db, scope, assessment.content_set_id, change)
  if (!statement) throw notFound('statement')
  const rows = await listStatementAnswers(db, scope, assessmentId, change.statement_id)
  const standing = rows.map(asAsked)
  if (await wasSaved(db, scope, assessmentId, change)) return standing
  if (['in_review', 'certified'].includes(assessment.status)) {
    throw new ApiError(
      'assessment-closed',
      'This assessment is closed: its answers can no longer be changed.',
    )
  }
  refuseField(change, statement)
  await refuseBelowCurrent(db, scope, assessmentId, change, statement.value)
  const conflict: ResponseConflict = {
    responses: standing,
    saved_by: await savedBy(db, scope, assessmentId, change),
  }
  throw new ApiError('conflict', 'This statement was answered elsewhere meanwhile.', {
    details: conflict,
  })
}

async function findStatement(db: Db, scope: Scope, contentSetId: number, change: ResponseChange) {
  return await db
    .selectFrom('statements as s')
    .leftJoin('statement_responses as r', (join) =>
      join
        .onRef('r.tenant_id', '=', 's.tenant_id')
        .onRef('r.statement_id', '=', 's.id')
        .on('r.id', '=', change.statement_response_id ?? 0),
    )
    .select(['s.allows_not_applicable', 'r.value'])
    .where('s.tenant_id', '=', scope.tenantId)
    .where('s.content_set_id', '=', contentSetId)
    .where('s.id', '=', change.statement_id)
    .executeTakeFirst()
}

/** Whether this choice is in the history already; another one under its key is refused. */
export async function wasSaved(
  db: Db,
  scope: Scope,
  assessmentId: number,
  change: ResponseChange,
): Promise<boolean> {
  const event = await db
    .selectFrom('response_events')
    .select(['after_response_id', 'after_reason'])
    .where('tenant_id', '=', scope.tenantId)
    .where('assessment_id', '=', assessmentId)
    .where('statement_id', '=', change.statement_id)
    .where('state', '=', change.state)
    .where('key', '=', change.key)
    .executeTakeFirst()
  if (!event) return false
  const isSame =
    event.after_response_id === change.statement_response_id &&
    event.after_reason === change.not_applicable_reason
  if (!isSame) throw invalid('key', 'Use a new key for another choice')
  return true
}

function refuseField(
  change: ResponseChange,
  statement: { allows_not_applicable: boolean; value: number | null },
) {
  if (change.statement_response_id !== null && statement.value === null) {
    throw invalid('statement_response_id', 'Choose one of the responses of this statement')
  }
  if (change.not_applicable_reason === null) return
  if (change.state !== 1 || change.statement_response_id !== null) {
    throw invalid('not_applicable_reason', 'Send it with state 1 and without a response')
  }
  if (!statement.allows_not_applicable) {
    throw invalid('not_applicable_reason', 'This statement applies to everybody: choose a response')
  }
}

async function refuseBelowCurrent(
  db: Db,
  scope: Scope,
  assessmentId: number,
  change: ResponseChange,
  value: number | null,
) {
  if (change.state !== 2 || value === null) return
  const { rows } = await sql<{ value: number }>`
    select v.value from responses r
    join statement_responses v on v.tenant_id = r.tenant_id and v.statement_id = r.statement_id and v.id = r.statement_response_id
    where r.tenant_id = ${scope.tenantId} and r.assessment_id = ${assessmentId} and r.statement_id = ${change.statement_id} and r.state = 1`.execute(
    db,
  )
  if (rows[0] && rows[0].value > value) {
    throw invalid(
      'statement_response_id',
      'The future response may not be lower than the current one',
    )
  }
}

function invalid(field: string, message: string) {
  return new ApiError('invalid-input', 'This answer cannot be saved.', {
    fields: { [field]: message },
  })
}

async function savedBy(
  db: Db,
  scope: Scope,
  assessmentId: number,
  change: ResponseChange,
): Promise<string | null> {
  const { rows } = await sql<{ name: string }>`
    select u.name from responses r join users u on u.tenant_id = r.tenant_id and u.id = r.updated_by
    where r.tenant_id = ${scope.tenantId} and r.assessment_id = ${assessmentId} and r.statement_id = ${change.statement_id}
    order by r.updated_at desc limit 1`.execute(db)
  return rows[0]?.name ?? null
}
