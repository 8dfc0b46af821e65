import { referenceOf } from 'rules/reference'
import { reviewsIn } from 'rules/review-status'
import { sql } from 'kysely'
import { applies } from '#support/applies.queries.ts'
import { OWNER } from '#features/assessments/access.queries.ts'
import { type Subject, byId, isOwn, BATCH } from './subject.queries.ts'

type Assessment = {
  id: number
  user_id: number
  name: string
  email: string
  content_set: string
  year: number
}

export function assessmentsOf(subject: Subject) {
  return byId<Assessment>(
    subject,
    (
      after,
    ) => sql`select a.id, ${OWNER} as user_id, u.name, u.email, c.title as content_set, c.version as content_set_version, a.year,
        a.type, a.status, a.scope_levels[cardinality(a.scope_levels)] as level, array_to_string(a.scope_profiles, ', ') as profiles, d.due_on::text as due_on, a.created_at, a.touched_at, a.completed_at
      from assessments a
      join users u on u.tenant_id = a.tenant_id and u.id = ${OWNER}
      join content_sets c on c.tenant_id = a.tenant_id and c.id = a.content_set_id
      left join due_dates d on d.tenant_id = a.tenant_id and d.family_id = c.family_id and d.year = a.year and d.type = a.type
      where a.tenant_id = ${subject.scope.tenantId} and a.id > ${after} and ${isOwn(OWNER, subject)}`,
  )
}

type OfStatement = { key: string; number: string }

/** The rows of each assessment, which are too many for one page but have no id. */
async function* ofEach(
  subject: Subject,
  select: (assessmentId: number) => ReturnType<typeof sql<OfStatement>>,
) {
  for await (const { id, user_id, name, email, content_set, year } of assessmentsOf(subject)) {
    const { rows } = await subject.read((db) => select(id).execute(db))
    for (const { key, number, ...row } of rows) {
      const reference = referenceOf({ key, number })
      yield { assessment_id: id, user_id, name, email, content_set, year, reference, ...row }
    }
  }
}

const NUMBER = sql`(e.position + 1) || '.' || (s.position + 1)`

export function answersOf(subject: Subject) {
  return ofEach(
    subject,
    (id) => sql`select e.title as element, s.key, ${NUMBER} as number, s.text as statement,
          (array['current', 'future', 'certified'])[r.state] as state, o.label as response, o.value, r.not_applicable_reason,
          r.to_confirm, ${applies(sql`s`, sql`a`)} as is_asked, r.updated_at
        from responses r
        join assessments a on a.tenant_id = r.tenant_id and a.id = r.assessment_id
        join statements s on s.tenant_id = r.tenant_id and s.id = r.statement_id
        join elements e on e.tenant_id = s.tenant_id and e.id = s.element_id
        left join statement_responses o on o.tenant_id = r.tenant_id and o.id = r.statement_response_id
        where r.tenant_id = ${subject.scope.tenantId} and r.assessment_id = ${id} order by e.position, s.position, r.state`,
  )
}

export function notesOf(subject: Subject) {
  return ofEach(
    subject,
    (
      id,
    ) => sql`select e.title as element, s.key, ${NUMBER} as number, s.text as statement, n.note, n.updated_at
        from notes n
        join statements s on s.tenant_id = n.tenant_id and s.id = n.statement_id
        join elements e on e.tenant_id = s.tenant_id and e.id = s.element_id
        where n.tenant_id = ${subject.scope.tenantId} and n.assessment_id = ${id} order by e.position, s.position`,
  )
}

/** What auditors decided about each statement and remarked, in each round that they decided. */
export function reviewedOf(subject: Subject) {
  return ofEach(
    subject,
    (
      id,
    ) => sql`select w.round, e.title as element, s.key, ${NUMBER} as number, s.text as statement, d.label as declared,
          o.label as certified, v.remark, v.reviewer_name as reviewer, v.reviewed_at
        from reviews w
        join review_responses v on v.tenant_id = w.tenant_id and v.review_id = w.id
        join statements s on s.tenant_id = v.tenant_id and s.id = v.statement_id
        join elements e on e.tenant_id = s.tenant_id and e.id = s.element_id
        left join statement_responses d on d.tenant_id = v.tenant_id and d.id = v.declared_response_id
        left join statement_responses o on o.tenant_id = v.tenant_id and o.id = v.statement_response_id
        where w.tenant_id = ${subject.scope.tenantId} and w.assessment_id = ${id}
          and w.status = any(${reviewsIn('sent back', 'certified')}::text[])
        order by w.round, e.position, s.position`,
  )
}

type Change = { statement_id: number; state_number: number; version: number } & OfStatement

/** An assessment can have any number of changes, so each has pages of its own. */
export async function* changesOf(subject: Subject) {
  for await (const { id, user_id, name, email, content_set, year } of assessmentsOf(subject)) {
    const whose = { assessment_id: id, user_id, name, email, content_set, year }
    for (let last: Change | undefined, isOver = false; !isOver;) {
      const rows = await listChanges(subject, id, last)
      for (const { key, number, state_number: _, ...row } of rows)
        yield { ...whose, reference: referenceOf({ key, number }), ...row }
      last = rows.at(-1)
      isOver = rows.length < BATCH
    }
  }
}

async function listChanges(
  { scope, read }: Subject,
  assessmentId: number,
  last: Change | undefined,
) {
  const { statement_id, state_number, version } = last ?? {
    statement_id: 0,
    state_number: 0,
    version: 0,
  }
  const { rows } = await read((db) =>
    sql<Change>`select h.statement_id, h.state as state_number, e.title as element, s.key, ${NUMBER} as number,
        s.text as statement, (array['current', 'future', 'certified'])[h.state] as state, h.version,
        b.label as before, h.before_reason, o.label as after, h.after_reason, u.name as changed_by, h.at
      from response_events h
      join statements s on s.tenant_id = h.tenant_id and s.id = h.statement_id
      join elements e on e.tenant_id = s.tenant_id and e.id = s.element_id
      left join statement_responses b on b.tenant_id = h.tenant_id and b.id = h.before_response_id
      left join statement_responses o on o.tenant_id = h.tenant_id and o.id = h.after_response_id
      left join users u on u.tenant_id = h.tenant_id and u.id = h.user_id
      where h.tenant_id = ${scope.tenantId} and h.assessment_id = ${assessmentId}
        and (h.statement_id, h.state, h.version) > (${statement_id}, ${state_number}, ${version})
      order by h.statement_id, h.state, h.version limit ${BATCH}`.execute(db),
  )
  return rows
}

export function marksOf(subject: Subject) {
  return ofEach(
    subject,
    (id) => sql`select e.title as element, s.key, ${NUMBER} as number, s.text as statement
        from statement_marks m
        join assessments a on a.tenant_id = m.tenant_id and a.id = m.assessment_id
        join statements s on s.tenant_id = m.tenant_id and s.content_set_id = a.content_set_id and s.key = m.statement_key
        join elements e on e.tenant_id = s.tenant_id and e.id = s.element_id
        where m.tenant_id = ${subject.scope.tenantId} and m.assessment_id = ${id} order by e.position, s.position`,
  )
}
