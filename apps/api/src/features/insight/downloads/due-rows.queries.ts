import { sql } from 'kysely'
import { type Row, type RowWithId, type Subject, byId, isOwn } from './subject.queries.ts'

/** The title of the newest edition. */
const SET = sql`(select title from content_sets c where c.tenant_id = d.tenant_id and c.family_id = d.family_id
  order by version desc limit 1)`

/** One for each content set, year and type, which are few. */
export async function* dueDatesOf({ scope, read }: Subject) {
  const { rows } = await read((db) =>
    sql<Row>`select ${SET} as content_set, d.year, d.type, d.due_on::text as due_on
      from due_dates d where d.tenant_id = ${scope.tenantId} order by d.year, d.family_id, d.type`.execute(
      db,
    ),
  )
  yield* rows
}

/** Without a name if a god-admin sent it, who belongs to another organisation. */
export function remindersOf(subject: Subject) {
  return byId<RowWithId>(
    subject,
    (
      after,
    ) => sql`select d.id, d.user_id, u.name, u.email, d.kind, e.title as element, ${SET} as content_set, d.year, d.type, s.name as sent_by,
        d.created_at, d.read_at, d.told_on::text as told_on
      from notifications d
      join users u on u.tenant_id = d.tenant_id and u.id = d.user_id
      left join users s on s.tenant_id = d.tenant_id and s.id = d.sent_by and d.kind not in ('due', 'decided')
      left join elements e on e.tenant_id = d.tenant_id and e.id = d.element_id
      where d.tenant_id = ${subject.scope.tenantId} and d.id > ${after} and ${isOwn(sql`d.user_id`, subject)}`,
  )
}
