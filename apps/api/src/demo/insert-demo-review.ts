import type { Scope } from '#core/context.ts'
import type { Db } from '#db/driver.ts'
import { upsertReviewResponse } from '#features/certification/review/review-responses.queries.ts'

export type DemoActor = { id: number; name: string }

/** Where the auditor certifies one level less than declared. */
const REMARKS: Record<string, string> = {
  'GOV-2': 'The board minutes show one review in the year, not four.',
  'TEC-2': 'Restore tests covered three of seven core systems.',
  'TST-1': 'Two exercises were planned and not yet run at the time of the audit.',
}

export async function insertDemoReview(
  db: Db,
  scope: Scope,
  { reviewId, assessmentId, actor }: { reviewId: number; assessmentId: number; actor: DemoActor },
): Promise<void> {
  const declared = await db
    .selectFrom('responses as r')
    .innerJoin('statements as s', (join) =>
      join.onRef('s.tenant_id', '=', 'r.tenant_id').onRef('s.id', '=', 'r.statement_id'),
    )
    .select(['s.id', 's.key', 'r.statement_response_id as response'])
    .where('r.tenant_id', '=', scope.tenantId)
    .where('r.assessment_id', '=', assessmentId)
    .where('r.state', '=', 1)
    .execute()
  for (const { id, key, response } of declared) {
    const lower = key in REMARKS ? await findLower(db, scope, id, response) : undefined
    await upsertReviewResponse(
      db,
      scope,
      { reviewId, declared: response, actor },
      {
        statement_id: id,
        statement_response_id: lower ?? response,
        remark: lower === undefined ? null : (REMARKS[key] ?? null),
        version: 0,
      },
    )
  }
}

/** Undefined for the lowest response. */
async function findLower(db: Db, scope: Scope, statementId: number, response: number | null) {
  const all = await db
    .selectFrom('statement_responses')
    .select('id')
    .where('tenant_id', '=', scope.tenantId)
    .where('statement_id', '=', statementId)
    .orderBy('value')
    .execute()
  return all[all.findIndex(({ id }) => id === response) - 1]?.id
}
