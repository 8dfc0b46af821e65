import { sql } from 'kysely'
import type { Db } from '#db/scope.ts'

type Statement = { key: string; is_key: boolean }

/** Gives each statement of an assessment, or of a review, the response of a value. */
export async function answerWith(
  db: Db,
  of: { assessment: number } | { review: number },
  valueOf: (statement: Statement) => number,
): Promise<void> {
  const answers =
    'assessment' in of
      ? { table: sql`responses`, isHere: sql`a.assessment_id = ${of.assessment} and a.state = 1` }
      : { table: sql`review_responses`, isHere: sql`a.review_id = ${of.review}` }
  const { rows } = await sql<Statement & { id: number }>`
    select s.id, s.key, s.is_key from ${answers.table} a join statements s on s.id = a.statement_id
    where ${answers.isHere}`.execute(db)
  for (const statement of rows)
    await sql`update ${answers.table} a set statement_response_id = o.id from statement_responses o
      where ${answers.isHere} and a.statement_id = ${statement.id} and o.statement_id = ${statement.id}
        and o.value = ${valueOf(statement)}`.execute(db)
}
