import type { AssessmentStatus } from 'contract/assessments'
import type { Task } from 'contract/due-dates'
import type { ReminderPreview } from 'contract/reminders'
import { sql } from 'kysely'
import type { Db, Scope } from '#db/scope.ts'
import { IS_ACTIVE_USER } from '#support/active-users.queries.ts'
import { HAS_WORK, OF_TASK, isOpen } from './open-tasks.queries.ts'

type Person = ReminderPreview['people'][number] & {
  due_on: string | null
  status: AssessmentStatus | null
}

/** These users by name, and why some of them get no reminder. */
export async function listReminded(
  db: Db,
  { tenantId }: Scope,
  userIds: readonly number[],
  { family_id, year, type }: Task,
  thisYear: number,
): Promise<Person[]> {
  const { rows } = await sql<Person>`
    select u.id, u.name, u.email, d.due_on::text as due_on, a.status, case
        when not ${IS_ACTIVE_USER} then 'inactive'
        when not (${isOpen(tenantId, thisYear)} and ${HAS_WORK}) then 'done'
        when 'prompted' = any(u.muted_mails) then 'muted'
        when exists (select from notifications n where n.tenant_id = ${tenantId} and n.user_id = u.id
          and n.told_on is null and n.kind = 'prompted' and n.family_id = w.family_id and n.year = w.year and n.type = w.type) then 'reminded'
        end as skipped
    from (select ${family_id}::bigint as family_id, ${year}::int as year, ${type}::text as type) w
    join users u on u.tenant_id = ${tenantId} and u.id = any(${[...userIds]}::bigint[])
    ${OF_TASK}
    order by u.name_norm, u.id`.execute(db)
  return rows
}

export async function insertReminders(
  db: Db,
  { tenantId }: Scope,
  userIds: readonly number[],
  { family_id, year, type }: Task,
  { sentBy, now }: { sentBy: number; now: Date },
): Promise<void> {
  await sql`
    insert into notifications (tenant_id, user_id, kind, family_id, year, type, sent_by, created_at)
    select ${tenantId}, u.id, 'prompted', ${family_id}, ${year}, ${type}, ${sentBy}, ${now.toISOString()}
    from unnest(${[...userIds]}::bigint[]) u(id)`.execute(db)
}
