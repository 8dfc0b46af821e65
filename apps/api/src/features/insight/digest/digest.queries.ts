import type { AssessmentStatus } from 'contract/assessments'
import type { Task } from 'contract/due-dates'
import { sql } from 'kysely'
import type { Db, Scope } from '#db/scope.ts'
import { IS_ACTIVE_USER } from '#support/active-users.queries.ts'
import { IS_ORGANISATION } from '#support/tenants.queries.ts'
import { HAS_WORK, LEFT_TO_DO, OF_TASK, isOpen } from './open-tasks.queries.ts'

/** An organisation whose digests of today are to be sent. */
export type DueDigest = {
  id: number
  day: string
  /** The day of the last ones. Notices after it are due. */
  since: string
  /** Seven in the morning. What is reminded of later waits for the next digest. */
  before: string
}

export async function listDueDigests(db: Db, now: Date): Promise<DueDigest[]> {
  const { rows } = await sql<DueDigest>`
    select t.id, (here.at::date)::text as day, coalesce(t.digested_on, here.at::date - 1)::text as since,
      (here.at::date + time '07:00') at time zone t.time_zone as before
    from tenants t
    cross join lateral (select ${now.toISOString()}::timestamptz at time zone t.time_zone as at) here
    where ${IS_ORGANISATION} and t.status = 'active' and extract(isodow from here.at) < 6
      and here.at::time >= '07:00' and (t.digested_on is null or t.digested_on < here.at::date)
    order by t.id`.execute(db)
  return rows
}

export async function finishDigests(db: Db, { id, day }: DueDigest): Promise<void> {
  await sql`update tenants set digested_on = ${day}::date where id = ${id}`.execute(db)
}

export async function listDueDates(db: Db, { tenantId }: Scope) {
  const { rows } = await sql<Task & { due_on: string }>`
    select family_id, year, type, due_on::text as due_on from due_dates where tenant_id = ${tenantId}`.execute(
    db,
  )
  return rows
}

/** Ids of the notifications that go into the next digest. */
export async function listWaiting(db: Db, { tenantId }: Scope, before: string): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from notifications
    where tenant_id = ${tenantId} and told_on is null and created_at < ${before}::timestamptz`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}

type Asked = {
  thisYear: number
  /** What is due for everyone. */
  notices: readonly Task[]
  waiting: readonly number[]
}

export type News = Task & {
  kind: 'due' | 'prompted'
  user_id: number
  email: string
  title: string
  due_on: string | null
  status: AssessmentStatus | null
  /** Null if someone of the platform reminds them. */
  sender: string | null
  /** Elements and questions of a shared assessment that wait for them. */
  left_to_do: number
}

/** What active users are to be told and still have to do, without what they turned off. Due things first. */
export async function listNews(
  db: Db,
  { tenantId }: Scope,
  { thisYear, notices, waiting }: Asked,
  userId?: number,
): Promise<News[]> {
  const { rows } = await sql<News>`
    select w.kind, u.id as user_id, u.email, w.family_id, w.year, w.type, c.title, d.due_on::text as due_on, a.status, w.sender,
      case when a.owner_id <> u.id then ${LEFT_TO_DO} else 0 end as left_to_do
    from (
      select null::bigint as user_id, 'due' as kind, x.family_id, x.year, x.type, null as sender
      from jsonb_to_recordset(${JSON.stringify(notices)}::jsonb) as x(family_id bigint, year int, type text)
      union all
      select n.user_id, n.kind, n.family_id, n.year, n.type,
        (select s.name from users s where s.tenant_id = n.tenant_id and s.id = n.sent_by and s.removed_at is null)
      from notifications n where n.tenant_id = ${tenantId} and n.kind = 'prompted' and n.id = any(${[...waiting]}::bigint[])) w
    join users u on u.tenant_id = ${tenantId} and (w.user_id is null or u.id = w.user_id)
      and ${userId === undefined ? sql`true` : sql`u.id = ${userId}`}
    ${OF_TASK}
    where ${IS_ACTIVE_USER} and w.kind <> all(u.muted_mails) and ${isOpen(tenantId, thisYear)}
      and (w.kind = 'due' or ${HAS_WORK})
    order by u.id, d.due_on nulls last, c.title, w.family_id, w.type, w.kind`.execute(db)
  return rows
}

/** False if the user has today's digest. */
export async function claimDigest(db: Db, scope: Scope, userId: number, day: string) {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('digests')
    .values({ tenant_id: scope.tenantId, user_id: userId, day })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

const KEPT_DAYS = 30

export async function settleNotifications(
  db: Db,
  { tenantId }: Scope,
  ids: readonly number[],
  day: string,
): Promise<void> {
  await sql`update notifications set told_on = ${day}::date
    where tenant_id = ${tenantId} and id = any(${[...ids]}::bigint[])`.execute(db)
  const oldest = sql`${day}::date - ${KEPT_DAYS}::int`
  await sql`delete from notifications where tenant_id = ${tenantId} and told_on < ${oldest}`.execute(
    db,
  )
  await sql`delete from digests where tenant_id = ${tenantId} and day < ${oldest}`.execute(db)
}
