import { ASSESSMENT_STATUS_LABELS, ASSESSMENT_TYPE_LABELS } from 'contract/labels'
import { sql } from 'kysely'
import { referenceOf } from 'rules/reference'
import { type DataList, type Subject, byId, isOwn, labelled, moment } from './data-list.ts'

export const OF_ASSESSMENT = [
  { key: 'assessment_id', header: 'Assessment ID', width: 16 },
  { key: 'name', header: 'Name', width: 28 },
  { key: 'email', header: 'Email', width: 32 },
  { key: 'content_set', header: 'Content set', width: 32 },
  { key: 'year', header: 'Year', width: 8 },
]
export const OF_STATEMENT = [
  { key: 'element', header: 'Element', width: 32 },
  { key: 'reference', header: 'Reference', width: 14 },
  { key: 'statement', header: 'Statement', width: 60 },
]
export const STATE_LABELS = { current: 'Current', future: 'Future', certified: 'Certified' }

type Assessment = {
  id: number
  user_id: number
  name: string
  email: string
  content_set: string
  year: number
}

export function assessments(subject: Subject): DataList {
  return {
    name: 'assessments',
    title: 'Assessments',
    about: 'one row for each assessment, with its status',
    columns: [
      { ...OF_ASSESSMENT[0], key: 'id' } as (typeof OF_ASSESSMENT)[number],
      ...OF_ASSESSMENT.slice(1),
      { key: 'content_set_version', header: 'Version', width: 10 },
      { key: 'type', header: 'Type', width: 18, ...labelled(ASSESSMENT_TYPE_LABELS) },
      { key: 'status', header: 'Status', width: 14, ...labelled(ASSESSMENT_STATUS_LABELS) },
      { key: 'created_at', header: 'Created (UTC)', ...moment },
      { key: 'touched_at', header: 'Last change (UTC)', ...moment },
      { key: 'completed_at', header: 'Completed (UTC)', ...moment },
    ],
    rows: () => assessmentsOf(subject),
  }
}

export function assessmentsOf(subject: Subject) {
  return byId<Assessment>(
    subject,
    (
      after,
    ) => sql`select a.id, a.user_id, u.name, u.email, c.title as content_set, c.version as content_set_version, a.year,
        a.type, a.status, a.created_at, a.touched_at, a.completed_at
      from assessments a
      join users u on u.tenant_id = a.tenant_id and u.id = a.user_id
      join content_sets c on c.tenant_id = a.tenant_id and c.id = a.content_set_id
      where a.tenant_id = ${subject.scope.tenantId} and a.id > ${after} and ${isOwn(sql`a.user_id`, subject)}`,
  )
}

type OfStatement = { key: string; number: string }

/** The rows of each assessment, which are too many for one page but have no id. */
export async function* ofEach(
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

export const NUMBER = sql`(e.position + 1) || '.' || (s.position + 1)`

/** Without certified answers of a review that has not ended: they are stored when it does. */
export function answers(subject: Subject): DataList {
  const { scope } = subject
  return {
    name: 'answers',
    title: 'Answers',
    about: 'the current answers, the planned ones and the certified ones',
    columns: [
      ...OF_ASSESSMENT,
      ...OF_STATEMENT,
      { key: 'state', header: 'State', width: 12, ...labelled(STATE_LABELS) },
      { key: 'response', header: 'Response', width: 40 },
      { key: 'value', header: 'Value', width: 10 },
      { key: 'not_applicable_reason', header: 'Not applicable because', width: 40 },
      { key: 'to_confirm', header: 'Still to confirm', width: 16 },
      { key: 'updated_at', header: 'Changed (UTC)', ...moment },
    ],
    rows: () =>
      ofEach(
        subject,
        (id) => sql`select e.title as element, s.key, ${NUMBER} as number, s.text as statement,
          (array['current', 'future', 'certified'])[r.state] as state, o.label as response, o.value, r.not_applicable_reason,
          r.to_confirm, r.updated_at
        from responses r
        join statements s on s.tenant_id = r.tenant_id and s.id = r.statement_id
        join elements e on e.tenant_id = s.tenant_id and e.id = s.element_id
        left join statement_responses o on o.tenant_id = r.tenant_id and o.id = r.statement_response_id
        where r.tenant_id = ${scope.tenantId} and r.assessment_id = ${id} order by e.position, s.position, r.state`,
      ),
  }
}

export function notes(subject: Subject): DataList {
  const { scope } = subject
  return {
    name: 'notes',
    title: 'Notes',
    about: 'the notes on statements',
    columns: [
      ...OF_ASSESSMENT,
      ...OF_STATEMENT,
      { key: 'note', header: 'Note', width: 60 },
      { key: 'updated_at', header: 'Changed (UTC)', ...moment },
    ],
    rows: () =>
      ofEach(
        subject,
        (
          id,
        ) => sql`select e.title as element, s.key, ${NUMBER} as number, s.text as statement, n.note, n.updated_at
        from notes n
        join statements s on s.tenant_id = n.tenant_id and s.id = n.statement_id
        join elements e on e.tenant_id = s.tenant_id and e.id = s.element_id
        where n.tenant_id = ${scope.tenantId} and n.assessment_id = ${id} order by e.position, s.position`,
      ),
  }
}
