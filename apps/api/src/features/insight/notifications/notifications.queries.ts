import { MOST_NOTIFICATIONS, type Notification } from 'contract/notifications'
import { type RawBuilder, sql } from 'kysely'
import { statusesThatAllow } from 'rules/assessment-status'
import type { Db, Scope } from '#db/scope.ts'
import { rolesThatMay } from '#core/permissions.ts'
import { isAnswerAsked, isAsked } from '#support/applies.queries.ts'
import { isOneOf } from '#support/one-of.queries.ts'
import { CAN_OWN, IS_IN_SCOPE, IS_LEFT } from '#features/assessments/planned.queries.ts'
import { IS_ACTIVE_USER } from '#support/active-users.queries.ts'
import { IS_UNUSED } from '#support/links.queries.ts'

/** Rows `n` of a user `u`: of an assessment `a`, with its element `e` in the edition of now. */
const OF_NOTICE = sql`
  join assessments a on a.tenant_id = n.tenant_id and a.id = n.assessment_id
  join content_sets c on c.tenant_id = a.tenant_id and c.id = a.content_set_id
  left join users s on s.tenant_id = n.tenant_id and s.id = n.sent_by and s.removed_at is null and n.kind not in ('due', 'decided')
  left join elements old on old.tenant_id = n.tenant_id and old.id = n.element_id
  left join elements e on e.tenant_id = a.tenant_id and e.content_set_id = a.content_set_id and e.key = old.key
  left join element_assignments w on n.kind = 'to_invite' and w.tenant_id = a.tenant_id and w.assessment_id = a.id
    and w.element_id = e.id
  left join actions p on p.tenant_id = n.tenant_id and p.id = n.action_id
  left join statements was on was.tenant_id = n.tenant_id and was.id = n.statement_id
  left join statements st on st.tenant_id = a.tenant_id and st.content_set_id = a.content_set_id and st.key = was.key`

/** Whether someone who may invite is still to invite the address for which an element `w` waits. All ids are of one sequence. */
const IS_TO_INVITE = sql<boolean>`(w.awaited_email is not null and ${isAsked(sql`w.element_id`, sql`a`)} and u.roles && ${rolesThatMay('invite-users')}::text[]
  and not exists (select from one_time_links l where l.tenant_id = n.tenant_id and l.email_norm = w.awaited_norm
    and l.kind = 'invite' and (l.id > n.id or (${IS_UNUSED} and l.expires_at > now()))))`

const IS_ONE_OF = isOneOf(sql<number>`u.id`)

/** Who has left sees nothing of it any more. Admins invite for an assessment that they aren't part of. */
const IS_OF_USER = sql<boolean>`case n.kind when 'to_invite' then ${IS_TO_INVITE} else ${IS_ONE_OF} end`

/** The newest action report of the assessment `a`. */
const PLAN_REPORT = sql`(select max(r.id) from reports r
  where r.tenant_id = a.tenant_id and r.assessment_id = a.id and r.kind = 'action')`

const SHOWN = sql`n.kind, s.name as by, a.id as assessment_id, c.title, a.year, c.family_id as set, st.id as statement_id,
  min(w.awaited_email) as email,
  coalesce(json_agg(json_build_object('id', e.id, 'title', e.title) order by e.position) filter (where e.id is not null), '[]')
    as elements,
  coalesce(json_agg(json_build_object('id', p.id, 'title', p.title) order by p.id) filter (where p.id is not null), '[]') as actions,
  case when n.kind in ('planned', 'plan_due') then ${PLAN_REPORT} end as report_id`

const TOGETHER = sql`n.kind, n.created_at, s.name, a.id, a.tenant_id, c.title, a.year, c.family_id, st.id, w.awaited_norm`

/** Newest first. */
export async function listNotifications(
  db: Db,
  { tenantId }: Scope,
  userId: number,
): Promise<Notification[]> {
  const { rows } = await sql<Notification>`
    select json_agg(n.id order by n.id) as ids, ${SHOWN}, n.created_at as at, bool_and(n.read_at is not null) as is_read
    from users u join notifications n on n.tenant_id = u.tenant_id and n.user_id = u.id ${OF_NOTICE}
    where u.tenant_id = ${tenantId} and u.id = ${userId} and ${IS_OF_USER}
    group by ${TOGETHER} order by n.created_at desc, max(n.id) desc limit ${MOST_NOTIFICATIONS}`.execute(
    db,
  )
  return rows
}

/** Changes with every row that is added, read or removed, and with the number of those to invite. */
export async function tagOfNotifications(
  db: Db,
  { tenantId }: Scope,
  userId: number,
  mayInvite: boolean,
): Promise<string> {
  // Without any it is the tag that `share_presence` has.
  const toInvite = sql`(select nullif(count(*), 0) from notifications n join users u on u.tenant_id = n.tenant_id and u.id = n.user_id ${OF_NOTICE}
    where n.tenant_id = ${tenantId} and n.user_id = ${userId} and n.kind = 'to_invite' and ${IS_TO_INVITE})`
  const { rows } = await sql<{ tag: string }>`
    select md5(concat_ws('-', ${userId}::bigint, max(id), count(*), count(read_at), ${mayInvite ? toInvite : sql`null`})) as tag from notifications
    where tenant_id = ${tenantId} and user_id = ${userId} and kind <> 'prompted'`.execute(db)
  return rows[0]?.tag ?? ''
}

export async function markRead(
  db: Db,
  { tenantId }: Scope,
  userId: number,
  { ids, at }: { ids: readonly number[]; at: Date },
): Promise<void> {
  await sql`update notifications set read_at = ${at.toISOString()}
    where tenant_id = ${tenantId} and user_id = ${userId} and id = any(${[...ids]}::bigint[]) and read_at is null`.execute(
    db,
  )
}

const IS_ELEMENT_ASKED = isAsked(sql`e.id`, sql`a`)

export type TeamNews = Omit<Notification, 'ids' | 'at' | 'is_read'> & {
  user_id: number
  recipient: string
  due_on: string | null
}

/** What active users are told, of these rows, as far as it still waits for them and they haven't turned it off. */
export async function listTeamNews(
  db: Db,
  { tenantId }: Scope,
  waiting: readonly number[],
  userId?: number,
): Promise<TeamNews[]> {
  const { rows } = await sql<TeamNews>`
    select u.id as user_id, u.email as recipient, ${SHOWN}, min(coalesce(g.due_on, p.due_on))::text as due_on
    from notifications n join users u on u.tenant_id = n.tenant_id and u.id = n.user_id ${OF_NOTICE}
    left join element_assignments g on g.tenant_id = a.tenant_id and g.assessment_id = a.id and g.element_id = e.id
      and g.user_id = u.id and g.done_at is null
    where n.tenant_id = ${tenantId} and n.id = any(${[...waiting]}::bigint[]) and ${isOf(userId)}
      and ${IS_ACTIVE_USER} and ${IS_OF_USER} and ${PREFERENCE} <> all(u.muted_mails)
      and case n.kind when 'asked' then exists (select from comments q where q.tenant_id = a.tenant_id and q.assessment_id = a.id
          and q.statement_id = st.id and q.asked_user_id = u.id and q.resolved_at is null) and ${isAnswerAsked(sql`st.id`, sql`a`)}
        when 'approval' then a.approver_id = u.id and exists (select from approvals p where p.tenant_id = a.tenant_id
          and p.assessment_id = a.id and p.approver_id = u.id and p.state = 'asked')
        when 'not_mine' then exists (select from element_assignments f where f.tenant_id = a.tenant_id and f.assessment_id = a.id
          and f.element_id = e.id and f.user_id is null and f.awaited_email is null) and ${IS_ELEMENT_ASKED}
        when 'to_invite' then ${isOpen()}
        when 'planned' then p.owner_id = u.id and ${IS_LEFT} and ${IS_IN_SCOPE}
        when 'assigned' then g.user_id is not null and ${isOpen()} and ${IS_ELEMENT_ASKED}
        when 'returned' then g.user_id is not null and ${isOpen()} and ${IS_ELEMENT_ASKED}
        else true end
    group by u.id, u.email, ${TOGETHER} order by u.id, min(coalesce(g.due_on, p.due_on)) nulls last, n.created_at, a.id`.execute(
    db,
  )
  return rows
}

/** Elements that are due on one of these days and wait for active users who want to be told. */
export async function listDueElements(
  db: Db,
  { tenantId }: Scope,
  days: readonly string[],
  userId?: number,
): Promise<TeamNews[]> {
  const { rows } = await sql<TeamNews>`
    select u.id as user_id, u.email as recipient, 'due' as kind, null as by, null as email, a.id as assessment_id, c.title, a.year, null as statement_id,
      json_agg(json_build_object('id', e.id, 'title', e.title) order by e.position) as elements, '[]'::json as actions, null as report_id, g.due_on::text as due_on
    from element_assignments g
    join users u on u.tenant_id = g.tenant_id and u.id = g.user_id
    join assessments a on a.tenant_id = g.tenant_id and a.id = g.assessment_id
    join content_sets c on c.tenant_id = a.tenant_id and c.id = a.content_set_id
    join elements e on e.tenant_id = g.tenant_id and e.id = g.element_id
    where g.tenant_id = ${tenantId} and g.due_on = any(${[...days]}::date[]) and g.done_at is null and ${isOf(userId)}
      and ${IS_ACTIVE_USER} and ${IS_ONE_OF} and ${isOpen()} and ${isAsked(sql`g.element_id`, sql`a`)} and 'due' <> all(u.muted_mails)
    group by u.id, u.email, a.tenant_id, a.id, c.title, a.year, g.due_on order by u.id, g.due_on, a.id`.execute(
    db,
  )
  return rows
}

/** Days on which elements are due that aren't done. */
export async function listElementDays(db: Db, { tenantId }: Scope): Promise<string[]> {
  const { rows } = await sql<{ day: string }>`
    select distinct due_on::text as day from element_assignments
    where tenant_id = ${tenantId} and due_on is not null and done_at is null and user_id is not null`.execute(
    db,
  )
  return rows.map(({ day }) => day)
}

/** Actions that are due on one of these days, still to be done by active users who want to be told. */
export async function listDueActions(
  db: Db,
  { tenantId }: Scope,
  days: readonly string[],
  userId?: number,
): Promise<TeamNews[]> {
  const { rows } = await sql<TeamNews>`
    select u.id as user_id, u.email as recipient, 'plan_due' as kind, null as by, null as email, a.id as assessment_id, c.title, a.year,
      null as statement_id, '[]'::json as elements, json_agg(json_build_object('id', p.id, 'title', p.title) order by p.id) as actions,
      ${PLAN_REPORT} as report_id, p.due_on::text as due_on
    from actions p
    join users u on u.tenant_id = p.tenant_id and u.id = p.owner_id
    join assessments a on a.tenant_id = p.tenant_id and a.id = p.assessment_id
    join content_sets c on c.tenant_id = a.tenant_id and c.id = a.content_set_id
    where p.tenant_id = ${tenantId} and p.due_on = any(${[...days]}::date[]) and ${IS_LEFT} and ${IS_IN_SCOPE} and ${isOf(userId)}
      and ${IS_ACTIVE_USER} and ${CAN_OWN} and 'due' <> all(u.muted_mails)
    group by u.id, u.email, a.tenant_id, a.id, c.title, a.year, p.due_on order by u.id, p.due_on, a.id`.execute(
    db,
  )
  return rows
}

/** Days on which actions are due that aren't done. */
export async function listActionDays(db: Db, { tenantId }: Scope): Promise<string[]> {
  const { rows } = await sql<{ day: string }>`
    select distinct p.due_on::text as day from actions p
    where p.tenant_id = ${tenantId} and p.due_on is not null and p.owner_id is not null and ${IS_LEFT}`.execute(
    db,
  )
  return rows.map(({ day }) => day)
}

/** The approver's and the auditor's decisions are one choice. */
const PREFERENCE = sql`case when n.kind in ('approval', 'approved', 'refused', 'decided') then 'decided'
  when n.kind = 'not_mine' then 'returned' when n.kind = 'planned' then 'assigned' else n.kind end`

function isOf(userId: number | undefined): RawBuilder<boolean> {
  return userId === undefined ? sql`true` : sql`u.id = ${userId}`
}

function isOpen(): RawBuilder<boolean> {
  return sql`a.status = any(${statusesThatAllow('answer')}::text[])`
}
