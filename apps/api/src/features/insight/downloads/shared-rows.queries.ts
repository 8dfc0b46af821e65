import { referenceOf } from 'rules/reference'
import { type RawBuilder, sql } from 'kysely'
import { type Row, type Subject, byId, isOwn } from './subject.queries.ts'

type OfStatement = Row & { key: string; number: string }

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
async function* ofEach<R extends Row>(
  subject: Subject,
  select: (assessmentId: number) => RawBuilder<R>,
) {
  for await (const { id, content_set, year } of sharedOf(subject)) {
    const { rows } = await subject.read((db) => select(id).execute(db))
    for (const row of rows) yield { assessment_id: id, content_set, year, ...row }
  }
}

export function membersOf(subject: Subject) {
  return ofEach(
    subject,
    (id) => sql<Row>`select m.user_id, u.name, u.email, m.role, m.joined_at, m.left_at
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
    ) => sql<Row>`select w.user_id, u.name, u.email, w.element_id, e.title as element, w.awaited_email, w.due_on::text as due_on, w.done_at, w.returned_at, w.declined_at, w.decline_reason, g.name as suggested
        from element_assignments w
        join elements e on e.tenant_id = w.tenant_id and e.id = w.element_id
        left join users u on u.tenant_id = w.tenant_id and u.id = w.user_id
        left join users g on g.tenant_id = w.tenant_id and g.id = w.suggested_id
        where w.tenant_id = ${subject.scope.tenantId} and w.assessment_id = ${id} and ${isOwn(sql`w.user_id`, subject)}
        order by e.position`,
  )
}

/** A user's own has the requests to them and by them. */
export function approvalsOf(subject: Subject) {
  return ofEach(
    subject,
    (
      id,
    ) => sql<Row>`select p.approver_id as user_id, d.name as approver, o.name as asked_by, p.state, p.asked_at, p.ended_at, p.reason
        from approvals p join users d on d.tenant_id = p.tenant_id and d.id = p.approver_id
        join users o on o.tenant_id = p.tenant_id and o.id = p.asked_by
        where p.tenant_id = ${subject.scope.tenantId} and p.assessment_id = ${id}
          and (${isOwn(sql`p.approver_id`, subject)} or ${isOwn(sql`p.asked_by`, subject)})
        order by p.id`,
  )
}

/** Of other people there is the name only, because a user's own data has no addresses of others. */
export async function* commentsOf(subject: Subject) {
  for await (const { key, number, ...row } of rowsOfComments(subject))
    yield { ...row, reference: referenceOf({ key, number }) }
}

function rowsOfComments(subject: Subject) {
  return ofEach<OfStatement>(
    subject,
    (
      id,
    ) => sql`select c.id, e.title as element, s.key, (e.position + 1) || '.' || (s.position + 1) as number, s.text as statement,
          c.author_id, w.name as written_by, c.text, c.asked_user_id, q.name as asked, c.version, c.created_at, c.edited_at,
          c.resolved_at, c.resolved_by, r.name as resolved_by_name
        from comments c
        join statements s on s.tenant_id = c.tenant_id and s.id = c.statement_id
        join elements e on e.tenant_id = s.tenant_id and e.id = s.element_id
        join users w on w.tenant_id = c.tenant_id and w.id = c.author_id
        left join users q on q.tenant_id = c.tenant_id and q.id = c.asked_user_id
        left join users r on r.tenant_id = c.tenant_id and r.id = c.resolved_by
        where c.tenant_id = ${subject.scope.tenantId} and c.assessment_id = ${id}
          and (${isOwn(sql`c.author_id`, subject)} or ${isOwn(sql`c.asked_user_id`, subject)})
        order by c.created_at, c.id`,
  )
}
