import { referenceOf } from 'rules/reference'
import { sql } from 'kysely'
import { STATEMENT_OF_ACTION } from '#features/assessments/planned.queries.ts'
import { type RowWithId, type Subject, byId, isOwn } from './subject.queries.ts'

type Found = RowWithId & { statement_key: string; number: string | null }

/** Of other people there is the name only, because a user's own data has no addresses of others. */
export async function* actionsOf(subject: Subject) {
  for await (const { number, ...row } of rowsOfActions(subject)) {
    const { statement_key: key } = row
    yield { ...row, reference: number === null ? key : referenceOf({ key, number }) }
  }
}

function rowsOfActions(subject: Subject) {
  return byId<Found>(
    subject,
    (
      after,
    ) => sql`select p.id, p.assessment_id, c.title as content_set, a.year, s.element, s.number, s.text as statement,
        p.statement_key, p.title as action, p.owner_id, u.name as owner, p.due_on::text as due_on, p.status, p.note, p.version,
        p.created_by, m.name as added_by, p.created_at, p.updated_by, e.name as changed_by, p.updated_at
      from actions p
      join assessments a on a.tenant_id = p.tenant_id and a.id = p.assessment_id
      join content_sets c on c.tenant_id = a.tenant_id and c.id = a.content_set_id
      left join users u on u.tenant_id = p.tenant_id and u.id = p.owner_id
      left join users m on m.tenant_id = p.tenant_id and m.id = p.created_by
      left join users e on e.tenant_id = p.tenant_id and e.id = p.updated_by
      ${STATEMENT_OF_ACTION.join}
      where p.tenant_id = ${subject.scope.tenantId} and p.id > ${after}
        and (${isOwn(sql`p.owner_id`, subject)} or ${isOwn(sql`p.created_by`, subject)})`,
  )
}
