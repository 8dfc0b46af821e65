import { type RawBuilder, sql } from 'kysely'
import { type Row, type Subject, byId, isOwn } from './subject.queries.ts'

type Shared = { id: number; content_set: string; year: number }

function sharedOf(subject: Subject) {
  return byId<Shared>(
    subject,
    (after) => sql`select a.id, c.title as content_set, a.year
      from assessments a join content_sets c on c.tenant_id = a.tenant_id and c.id = a.content_set_id
      where a.tenant_id = ${subject.scope.tenantId} and a.id > ${after} and a.owner_id is not null`,
  )
}

/** An organisation has few shared assessments, each with few of these rows. */
async function* ofEach(subject: Subject, select: (assessmentId: number) => RawBuilder<Row>) {
  for await (const { id, content_set, year } of sharedOf(subject)) {
    const { rows } = await subject.read((db) => select(id).execute(db))
    for (const row of rows) yield { assessment_id: id, content_set, year, ...row }
  }
}

export function membersOf(subject: Subject) {
  return ofEach(
    subject,
    (id) => sql`select m.user_id, u.name, u.email, m.role, m.joined_at, m.left_at
        from assessment_members m join users u on u.tenant_id = m.tenant_id and u.id = m.user_id
        where m.tenant_id = ${subject.scope.tenantId} and m.assessment_id = ${id} and ${isOwn(sql`m.user_id`, subject)}
        order by m.joined_at, m.user_id`,
  )
}

export function assignmentsOf(subject: Subject) {
  return ofEach(
    subject,
    (
      id,
    ) => sql`select w.user_id, u.name, u.email, w.element_id, e.title as element, w.due_on::text as due_on, w.done_at, w.returned_at
        from element_assignments w
        join elements e on e.tenant_id = w.tenant_id and e.id = w.element_id
        left join users u on u.tenant_id = w.tenant_id and u.id = w.user_id
        where w.tenant_id = ${subject.scope.tenantId} and w.assessment_id = ${id} and ${isOwn(sql`w.user_id`, subject)}
        order by e.position`,
  )
}
