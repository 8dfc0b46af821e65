import type { ApprovalRequest, ChangedStatement } from 'contract/approvals'
import type { AskedApproval } from 'contract/submissions'
import { sql } from 'kysely'
import type { Db, Scope } from '#db/scope.ts'
import { applies, isAnswerAsked } from '#support/applies.queries.ts'

/** Of rows `w` of the assessment `a`: what it asks. */
const ASKED = sql`w.tenant_id = a.tenant_id and w.assessment_id = a.id and ${isAnswerAsked(sql`w.statement_id`, sql`a`)}`

/** Counts what was saved of what is asked in the assessment `a`: each change of an answer, note or file changes it, and of the scope. */
const CONTENT = sql<string>`concat_ws('-',
  (select count(*) from response_events w where ${ASKED}),
  (select coalesce(sum(w.version), 0) from notes w where ${ASKED}),
  (select count(*) from attachments w where ${ASKED}),
  (select count(*) from attachments w where ${ASKED} and w.removed_at is not null),
  array_to_string(a.scope_levels, ','), array_to_string(a.scope_profiles, ','))`

/** Newest first. A request is cleared as soon as something changes. */
export async function listRequests(db: Db, { tenantId }: Scope, id: number) {
  const { rows } = await sql<ApprovalRequest>`
    select p.id, case when p.state = 'asked' and p.content <> ${CONTENT} then 'cleared' else p.state end as state,
      json_build_object('id', d.id, 'name', d.name) as approver, json_build_object('id', o.id, 'name', o.name) as asked_by, p.asked_at, p.ended_at, p.reason
    from approvals p join assessments a on a.tenant_id = p.tenant_id and a.id = p.assessment_id
    join users d on d.tenant_id = p.tenant_id and d.id = p.approver_id
    join users o on o.tenant_id = p.tenant_id and o.id = p.asked_by
    where p.tenant_id = ${tenantId} and p.assessment_id = ${id}
    order by p.id desc`.execute(db)
  return rows
}

/** What waits for a user's approval, unless something changed since. */
export async function findAsked(db: Db, { tenantId }: Scope, userId: number) {
  const { rows } = await sql<AskedApproval>`
    select a.id as assessment_id, a.year, c.family_id as set, o.name as asked_by
    from assessments a
    join content_sets c on c.tenant_id = a.tenant_id and c.id = a.content_set_id
    join approvals p on p.tenant_id = a.tenant_id and p.assessment_id = a.id and p.state = 'asked' and p.approver_id = a.approver_id
    join users o on o.tenant_id = p.tenant_id and o.id = p.asked_by
    where a.tenant_id = ${tenantId} and a.approver_id = ${userId} and p.content = ${CONTENT}
    order by p.id limit 1`.execute(db)
  return rows[0]
}

/** The statements that are asked and whose answers, notes or files changed since a request, the newest first. */
export async function listChangesSince(
  db: Db,
  { tenantId }: Scope,
  id: number,
  requestId: number,
): Promise<ChangedStatement[]> {
  const { rows } = await sql<ChangedStatement>`
    select s.id as statement_id, s.element_id, s.text, json_build_object('id', u.id, 'name', u.name) as by, max(w.at) as at
    from approvals p join assessments a on a.tenant_id = p.tenant_id and a.id = p.assessment_id
    join lateral (
      select e.tenant_id, e.statement_id, e.user_id, e.at from response_events e
        where e.tenant_id = p.tenant_id and e.assessment_id = p.assessment_id and e.at > p.asked_at
      union all select n.tenant_id, n.statement_id, n.updated_by, n.updated_at from notes n
        where n.tenant_id = p.tenant_id and n.assessment_id = p.assessment_id and n.updated_at > p.asked_at
      union all select f.tenant_id, f.statement_id, f.uploaded_by, coalesce(f.removed_at, f.created_at) from attachments f
        where f.tenant_id = p.tenant_id and f.assessment_id = p.assessment_id
          and coalesce(f.removed_at, f.created_at) > p.asked_at) w on true
    join statements s on s.tenant_id = w.tenant_id and s.id = w.statement_id and ${applies(sql`s`, sql`a`)}
    join users u on u.tenant_id = w.tenant_id and u.id = w.user_id
    where p.tenant_id = ${tenantId} and p.assessment_id = ${id} and p.id = ${requestId}
    group by s.tenant_id, s.id, u.tenant_id, u.id
    order by at desc, s.id`.execute(db)
  return rows
}

export async function insertRequest(
  db: Db,
  { tenantId }: Scope,
  { id, approverId, askedBy }: { id: number; approverId: number; askedBy: number },
) {
  await sql`insert into approvals (tenant_id, assessment_id, approver_id, asked_by, content)
    select a.tenant_id, a.id, ${approverId}, ${askedBy}, ${CONTENT} from assessments a
    where a.tenant_id = ${tenantId} and a.id = ${id}`.execute(db)
}

type Ending = { state: 'approved' | 'refused' | 'cleared'; reason?: string }

/** Ends the open request of an assessment, if there is one. */
export async function endRequest(
  db: Db,
  { tenantId }: Scope,
  id: number,
  { state, reason }: Ending,
) {
  await sql`update approvals set state = ${state}, reason = ${reason ?? null}, ended_at = now()
    where tenant_id = ${tenantId} and assessment_id = ${id} and state = 'asked'`.execute(db)
}
