import type { OpenQuestion } from 'contract/assignments'
import { sql } from 'kysely'
import type { Db, Scope } from '#db/scope.ts'
import { CAN_BE_ASKED } from '#features/assessments/access.queries.ts'
import { isAnswerAsked } from '#support/applies.queries.ts'

type Move = { from: number | null; to: number; questionIds?: readonly number[] | undefined }

/** Returns the open questions that another person is asked now. From null: those that need one. No one is asked by themselves. */
export async function moveQuestions(
  db: Db,
  { tenantId }: Scope,
  id: number,
  { from, to, questionIds }: Move,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    update comments c set asked_user_id = ${to} from assessments a
    where a.tenant_id = ${tenantId} and a.id = ${id} and c.tenant_id = a.tenant_id and c.assessment_id = a.id
      and c.asked_user_id is not null and c.resolved_at is null and c.author_id <> ${to}
      and ${from === null ? sql`${CAN_BE_ASKED} is not true` : sql`c.asked_user_id = ${from}`}
      and ${questionIds === undefined ? sql`true` : sql`c.id = any(${[...questionIds]}::bigint[])`}
    returning c.id`.execute(db)
  return rows.map((row) => row.id)
}

/** The questions of people who no longer take part, the oldest first. */
export async function listOpenQuestions(
  db: Db,
  { tenantId }: Scope,
  id: number,
): Promise<OpenQuestion[]> {
  const { rows } = await sql<OpenQuestion>`
    select c.id, c.text, json_build_object('id', u.id, 'name', u.name) as asked
    from comments c
    join assessments a on a.tenant_id = c.tenant_id and a.id = c.assessment_id
    join users u on u.tenant_id = c.tenant_id and u.id = c.asked_user_id
    where c.tenant_id = ${tenantId} and c.assessment_id = ${id} and c.resolved_at is null and ${CAN_BE_ASKED} is not true
      and ${isAnswerAsked(sql`c.statement_id`, sql`a`)}
    order by c.created_at, c.id`.execute(db)
  return rows
}
