import { sql } from 'kysely'
import { referenceOf } from 'rules/reference'
import {
  NUMBER,
  OF_ASSESSMENT,
  OF_STATEMENT,
  STATE_LABELS,
  assessmentsOf,
  ofEach,
} from './assessment-lists.ts'
import { BATCH, type DataList, type Subject, labelled, moment } from './data-list.ts'

type Change = { statement_id: number; state_number: number; version: number } & Statement
type Statement = { key: string; number: string }

export function history(subject: Subject): DataList {
  return {
    name: 'answer-history',
    title: 'Answer history',
    about: 'every change of an answer: what was chosen before and after it, by whom and when',
    columns: [
      ...OF_ASSESSMENT,
      ...OF_STATEMENT,
      { key: 'state', header: 'State', width: 12, ...labelled(STATE_LABELS) },
      { key: 'version', header: 'Change', width: 8 },
      { key: 'before', header: 'Before', width: 40 },
      { key: 'before_reason', header: 'Not applicable because (before)', width: 40 },
      { key: 'after', header: 'After', width: 40 },
      { key: 'after_reason', header: 'Not applicable because (after)', width: 40 },
      { key: 'changed_by', header: 'Changed by', width: 28 },
      { key: 'at', header: 'Date (UTC)', ...moment },
    ],
    rows: () => changesOf(subject),
  }
}

/** An assessment can have any number of changes, so each has pages of its own. */
async function* changesOf(subject: Subject) {
  for await (const { id, user_id, name, email, content_set, year } of assessmentsOf(subject)) {
    const whose = { assessment_id: id, user_id, name, email, content_set, year }
    for (let last: Change | undefined, isOver = false; !isOver;) {
      const rows = await pageOf(subject, id, last)
      for (const { key, number, state_number: _, ...row } of rows)
        yield { ...whose, reference: referenceOf({ key, number }), ...row }
      last = rows.at(-1)
      isOver = rows.length < BATCH
    }
  }
}

async function pageOf({ scope, read }: Subject, assessmentId: number, last: Change | undefined) {
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

export function marks(subject: Subject): DataList {
  const { scope } = subject
  return {
    name: 'marks',
    title: 'Marks',
    about: 'the statements that are marked to come back to',
    columns: [...OF_ASSESSMENT, ...OF_STATEMENT],
    rows: () =>
      ofEach(
        subject,
        (id) => sql`select e.title as element, s.key, ${NUMBER} as number, s.text as statement
        from statement_marks m
        join assessments a on a.tenant_id = m.tenant_id and a.id = m.assessment_id
        join statements s on s.tenant_id = m.tenant_id and s.content_set_id = a.content_set_id and s.key = m.statement_key
        join elements e on e.tenant_id = s.tenant_id and e.id = s.element_id
        where m.tenant_id = ${scope.tenantId} and m.assessment_id = ${id} order by e.position, s.position`,
      ),
  }
}
