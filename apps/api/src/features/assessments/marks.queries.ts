import type { Db, Scope } from '#db/scope.ts'

interface MarkOwner {
  assessmentId: number
  userId: number
}

/** Keys of the statements that the user marked for later. */
export async function listMarkedKeys(db: Db, scope: Scope, owner: MarkOwner): Promise<string[]> {
  const rows = await db
    .selectFrom('statement_marks')
    .select('statement_key')
    .where('tenant_id', '=', scope.tenantId)
    .where('assessment_id', '=', owner.assessmentId)
    .where('user_id', '=', owner.userId)
    .execute()
  return rows.map((row) => row.statement_key)
}

export async function setMark(
  db: Db,
  { tenantId }: Scope,
  { assessmentId, userId }: MarkOwner,
  { key, isMarked }: { key: string; isMarked: boolean },
): Promise<void> {
  const mark = {
    tenant_id: tenantId,
    assessment_id: assessmentId,
    user_id: userId,
    statement_key: key,
  }
  if (isMarked)
    return void (await db
      .insertInto('statement_marks')
      .values(mark)
      .onConflict((conflict) => conflict.doNothing())
      .execute())
  await db
    .deleteFrom('statement_marks')
    .where('tenant_id', '=', tenantId)
    .where('assessment_id', '=', assessmentId)
    .where('user_id', '=', userId)
    .where('statement_key', '=', key)
    .execute()
}
