import { sql } from 'kysely'
import type { Db, Scope } from '#db/scope.ts'
import { isAnswerAsked } from '#support/applies.queries.ts'

/** Whether the chosen level and profiles ask a statement. What they don't ask changes nothing that counts. */
export async function isStatementAsked(
  db: Db,
  { tenantId }: Scope,
  assessmentId: number,
  statementId: number,
): Promise<boolean> {
  const { rows } = await sql`
    select from assessments a where a.tenant_id = ${tenantId} and a.id = ${assessmentId}
      and ${isAnswerAsked(sql`${statementId}`, sql`a`)}`.execute(db)
  return rows.length > 0
}
