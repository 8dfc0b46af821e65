import type { FlagBody } from 'contract/reviews'
import type { Db, Scope } from '#db/scope.ts'

/** Ids of the statements that the auditors want to come back to. */
export async function listFlagged(db: Db, scope: Scope, reviewId: number): Promise<Set<number>> {
  const rows = await db
    .selectFrom('review_flags')
    .select('statement_id')
    .where('tenant_id', '=', scope.tenantId)
    .where('review_id', '=', reviewId)
    .execute()
  return new Set(rows.map(({ statement_id }) => statement_id))
}

export async function setFlag(
  db: Db,
  { tenantId }: Scope,
  reviewId: number,
  { statement_id, is_flagged }: FlagBody,
): Promise<void> {
  if (is_flagged)
    return void (await db
      .insertInto('review_flags')
      .values({ tenant_id: tenantId, review_id: reviewId, statement_id })
      .onConflict((conflict) => conflict.doNothing())
      .execute())
  await db
    .deleteFrom('review_flags')
    .where('tenant_id', '=', tenantId)
    .where('review_id', '=', reviewId)
    .where('statement_id', '=', statement_id)
    .execute()
}
