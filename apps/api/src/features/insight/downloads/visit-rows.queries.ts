import { sql } from 'kysely'
import { type Row, type Subject, isOwn } from './subject.queries.ts'

/** One for each user and shared assessment, which are few. */
export async function* visitsOf(subject: Subject) {
  const { scope, read } = subject
  const { rows } = await read((db) =>
    sql<Row>`select a.id as assessment_id, v.user_id, u.name, u.email, c.title as content_set, a.year, v.seen_at, v.before_at
      from assessment_visits v
      join assessments a on a.tenant_id = v.tenant_id and a.id = v.assessment_id
      join content_sets c on c.tenant_id = a.tenant_id and c.id = a.content_set_id
      join users u on u.tenant_id = v.tenant_id and u.id = v.user_id
      where v.tenant_id = ${scope.tenantId} and ${isOwn(sql`v.user_id`, subject)}
      order by a.id, v.user_id`.execute(db),
  )
  yield* rows
}
