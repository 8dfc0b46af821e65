import type { AssessmentStatus, Whose } from 'contract/assessments'
import type { Assignment, MemberRole, People, SharedForUser } from 'contract/shared-assessments'
import { sql } from 'kysely'
import type { Scope as ChosenScope } from 'rules/scope'
import type { Db, Scope } from '#db/scope.ts'
import type { Assessment } from '#features/assessments/assessments.queries.ts'
import { CAN_BE_ASKED } from '#features/assessments/access.queries.ts'
import { CAN_OWN, IS_IN_SCOPE, IS_LEFT } from '#features/assessments/planned.queries.ts'
import { applies, isAnswerAsked, isAsked } from '#support/applies.queries.ts'
import { isOneOf } from '#support/one-of.queries.ts'
import { APPROVER } from '#features/assessments/approver.queries.ts'
import { IS_ELIGIBLE } from '#support/active-users.queries.ts'
import { IS_UNUSED } from '#support/links.queries.ts'
import type { AssessmentType } from 'contract/fields'

/** The present members of the assessment `a`. The owner may have been one before. */
const MEMBERS = sql`(select coalesce(json_agg(json_build_object('id', u.id, 'name', u.name, 'role', m.role,
    'is_active', u.is_active and u.removed_at is null,
    'elements', (select count(*) from element_assignments e
      where e.tenant_id = m.tenant_id and e.assessment_id = m.assessment_id and e.user_id = m.user_id
        and ${isAsked(sql`e.element_id`, sql`a`)}),
    'questions', (select count(*) from comments c
      where c.tenant_id = m.tenant_id and c.assessment_id = m.assessment_id and c.asked_user_id = m.user_id
        and c.resolved_at is null and ${isAnswerAsked(sql`c.statement_id`, sql`a`)}),
    'actions', (select count(*) from actions p
      where p.tenant_id = m.tenant_id and p.assessment_id = m.assessment_id and p.owner_id = m.user_id and ${IS_LEFT}
        and ${IS_IN_SCOPE}))
    order by u.name, u.id), '[]')
  from assessment_members m join users u on u.tenant_id = m.tenant_id and u.id = m.user_id
  where m.tenant_id = a.tenant_id and m.assessment_id = a.id and m.left_at is null and m.user_id <> a.owner_id)`

/** Whether an assignment `e` has no person and waits for none. */
export const NEEDS_NEW = sql<boolean>`(e.user_id is null and e.awaited_email is null)`

/** How many elements of the assessment `a` need a new person. */
const NEEDS_PERSON = sql<number>`(select count(*) from element_assignments e
  where e.tenant_id = a.tenant_id and e.assessment_id = a.id and ${NEEDS_NEW} and ${isAsked(sql`e.element_id`, sql`a`)})`

/** For whom elements of the assessment `a` wait. */
const AWAITED = sql`(select coalesce(json_agg(json_build_object('email', w.email, 'elements', w.elements,
    'invitation', (select case when l.expires_at > now() then 'open' else 'expired' end from one_time_links l
      where l.tenant_id = a.tenant_id and l.email_norm = w.norm and l.kind = 'invite' and ${IS_UNUSED})) order by w.norm), '[]')
  from (select e.awaited_norm as norm, min(e.awaited_email) as email, count(*) as elements from element_assignments e
    where e.tenant_id = a.tenant_id and e.assessment_id = a.id and e.awaited_email is not null
      and ${isAsked(sql`e.element_id`, sql`a`)} group by 1) w)`

/** How many open questions of the assessment `a` need a new person. */
const QUESTIONS_NEED_PERSON = sql<number>`(select count(*) from comments c
  where c.tenant_id = a.tenant_id and c.assessment_id = a.id and c.asked_user_id is not null and c.resolved_at is null
    and ${CAN_BE_ASKED} is not true and ${isAnswerAsked(sql`c.statement_id`, sql`a`)})`

/** How many planned actions of the assessment `a` need a new person. */
const ACTIONS_NEED_PERSON = sql<number>`(select count(*) from actions p join users u on u.tenant_id = p.tenant_id and u.id = p.owner_id
  where p.tenant_id = a.tenant_id and p.assessment_id = a.id and ${IS_LEFT} and ${CAN_OWN} is not true
    and ${IS_IN_SCOPE})`

/** The people of the assessment `a` besides its owner. */
export const PEOPLE = sql`${MEMBERS} as members, ${AWAITED} as awaited, ${NEEDS_PERSON} as needs_person,
  ${QUESTIONS_NEED_PERSON} as questions_need_person, ${ACTIONS_NEED_PERSON} as actions_need_person, ${APPROVER} as approver`

/** Who gave an assignment `e` back as not theirs. */
export const DECLINED = sql`(select json_build_object('by', json_build_object('id', d.id, 'name', d.name), 'reason', e.decline_reason,
    'suggested', (select json_build_object('id', u.id, 'name', u.name, 'email', u.email) from users u
      where u.tenant_id = e.tenant_id and u.id = e.suggested_id and ${IS_ELIGIBLE}))
  from users d where d.tenant_id = e.tenant_id and d.id = e.declined_by and e.user_id is null)`

export type Shared = {
  id: number
  owner_id: number
  approver_id: number | null
  owner: string
  content_set_id: number
  status: AssessmentStatus
  type: AssessmentType
  title: string
  year: number
  is_one_of: boolean
} & ChosenScope

/** Undefined for an assessment of one user. */
export async function findShared(
  db: Db,
  { tenantId }: Scope,
  userId: number,
  id: number,
): Promise<Shared | undefined> {
  const { rows } = await sql<Shared>`
    select a.id, a.owner_id, a.approver_id, o.name as owner, a.content_set_id, a.status, a.type, c.title, a.year, a.scope_levels, a.scope_profiles,
      ${isOneOf(userId)} as is_one_of
    from assessments a join content_sets c on c.tenant_id = a.tenant_id and c.id = a.content_set_id
    join users o on o.tenant_id = a.tenant_id and o.id = a.owner_id
    where a.tenant_id = ${tenantId} and a.id = ${id}`.execute(db)
  return rows[0]
}

export async function getPeople(db: Db, { tenantId }: Scope, id: number): Promise<People> {
  const { rows } = await sql<People>`
    select json_build_object('id', o.id, 'name', o.name) as owner, ${PEOPLE}
    from assessments a join users o on o.tenant_id = a.tenant_id and o.id = a.owner_id
    where a.tenant_id = ${tenantId} and a.id = ${id}`.execute(db)
  if (!rows[0]) throw new Error(`Assessment ${id} has no owner.`)
  return rows[0]
}

/** What a user may do in a shared assessment, and who answers which element. An admin who isn't a member reads it. */
export async function getSharedForUser(
  db: Db,
  { tenantId }: Scope,
  userId: number,
  id: number,
): Promise<SharedForUser | null> {
  const { rows } = await sql<SharedForUser>`
    select json_build_object('id', o.id, 'name', o.name) as owner, ${APPROVER} as approver,
      case when o.id = ${userId} then 'owner' else coalesce(m.role, 'viewer') end as role,
      (select coalesce(json_agg(json_build_object('element_id', e.element_id,
          'person', case when u.id is not null then json_build_object('id', u.id, 'name', u.name) end, 'awaited', e.awaited_email,
          'due_on', e.due_on, 'done_at', e.done_at, 'returned_at', e.returned_at,
          'declined', case when a.owner_id = ${userId} then ${DECLINED} end) order by e.element_id), '[]')
        from element_assignments e left join users u on u.tenant_id = e.tenant_id and u.id = e.user_id
        where e.tenant_id = a.tenant_id and e.assessment_id = a.id and ${isAsked(sql`e.element_id`, sql`a`)}) as assignments,
      (select coalesce(json_agg(json_build_object('id', q.id, 'statement_id', q.statement_id, 'element_id', s.element_id,
          'asked_by', json_build_object('id', b.id, 'name', b.name),
          'person', case when ${isOneOf(sql`p.id`)} and p.is_active then json_build_object('id', p.id, 'name', p.name) end) order by q.id), '[]')
        from comments q
        join statements s on s.tenant_id = q.tenant_id and s.id = q.statement_id and s.content_set_id = a.content_set_id and ${applies(sql`s`, sql`a`)}
        join users b on b.tenant_id = q.tenant_id and b.id = q.author_id
        join users p on p.tenant_id = q.tenant_id and p.id = q.asked_user_id
        where q.tenant_id = a.tenant_id and q.assessment_id = a.id and q.resolved_at is null and ${isOneOf(userId)}) as questions
    from assessments a
    join users o on o.tenant_id = a.tenant_id and o.id = a.owner_id
    left join assessment_members m on m.tenant_id = a.tenant_id and m.assessment_id = a.id and m.user_id = ${userId}
      and m.left_at is null
    where a.tenant_id = ${tenantId} and a.id = ${id}`.execute(db)
  const [row] = rows
  return row ? { ...row, assignments: row.assignments.map(withTimes) } : null
}

/** Of an assessment beside another one that the same user sees: the shared one, or their own. Null if it is alone. */
export async function whoseOf(
  db: Db,
  { tenantId }: Scope,
  userId: number,
  { is_shared, family_id, year, type }: Assessment,
): Promise<Whose | null> {
  const { rows } = await sql`
    select from assessments a join content_sets c on c.tenant_id = a.tenant_id and c.id = a.content_set_id
    where a.tenant_id = ${tenantId} and c.family_id = ${family_id} and a.year = ${year} and a.type = ${type}
      and ${is_shared ? sql`a.user_id = ${userId}` : sql`a.owner_id is not null and ${isOneOf(userId)}`}`.execute(
    db,
  )
  if (rows.length === 0) return null
  return is_shared ? 'ours' : 'mine'
}

// JSON has timestamps in a form of its own.
function withTimes({ done_at, returned_at, ...assignment }: Assignment): Assignment {
  return { ...assignment, done_at: inUtc(done_at), returned_at: inUtc(returned_at) }
}

function inUtc(time: string | null) {
  return time === null ? null : new Date(time).toISOString()
}

export async function setOwner(db: Db, { tenantId }: Scope, id: number, ownerId: number) {
  await sql`update assessments set owner_id = ${ownerId} where tenant_id = ${tenantId} and id = ${id}`.execute(
    db,
  )
}

/** Adds a member, or changes their role. */
export async function upsertMember(
  db: Db,
  { tenantId }: Scope,
  id: number,
  { userId, role }: { userId: number; role: MemberRole },
) {
  await sql`
    insert into assessment_members (tenant_id, assessment_id, user_id, role) values (${tenantId}, ${id}, ${userId}, ${role})
    on conflict (tenant_id, assessment_id, user_id) do update set role = excluded.role, left_at = null`.execute(
    db,
  )
}

/** A colleague to whom something is assigned reads everything, and isn't only a viewer any more. */
export async function addContributor(db: Db, scope: Scope, id: number, userId: number) {
  await upsertMember(db, scope, id, { userId, role: 'contributor' })
}

/** False if they weren't a member. */
export async function endMembership(db: Db, { tenantId }: Scope, id: number, userId: number) {
  const { numAffectedRows } = await sql`
    update assessment_members set left_at = now()
    where tenant_id = ${tenantId} and assessment_id = ${id} and user_id = ${userId} and left_at is null`.execute(
    db,
  )
  return numAffectedRows === 1n
}
