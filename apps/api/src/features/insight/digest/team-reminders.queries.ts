import type { TeamReminders } from 'contract/assignments'
import type { AssessmentStatus } from 'contract/assessments'
import type { Task } from 'contract/due-dates'
import { sql } from 'kysely'
import type { Db, Scope } from '#db/scope.ts'
import { mayUse } from '#features/assessments/access.queries.ts'
import { IS_ACTIVE_USER } from '#support/active-users.queries.ts'
import { LEFT_TO_DO } from './open-tasks.queries.ts'

export type Team = Task & {
  id: number
  title: string
  status: AssessmentStatus
  is_managed: boolean
}

/** A shared assessment that the user reads or manages. Undefined for one that they don't know of. */
export async function findTeam(
  db: Db,
  { tenantId }: Scope,
  { userId, isManager }: { userId: number; isManager: boolean },
  id: number,
): Promise<Team | undefined> {
  const { rows } = await sql<Team>`
    select a.id, a.family_id, a.year, a.type, a.status, c.title, (${isManager} or ${mayUse({ userId, to: 'manage' })}) as is_managed
    from assessments a join content_sets c on c.tenant_id = a.tenant_id and c.id = a.content_set_id
    where a.tenant_id = ${tenantId} and a.id = ${id} and a.owner_id is not null
      and (${isManager} or ${mayUse({ userId, to: 'read' })})`.execute(db)
  return rows[0]
}

/** Members for whom something waits, by name, and why some of them get no reminder. One a day is enough. */
export async function listTeamReminded(
  db: Db,
  { tenantId }: Scope,
  id: number,
  today: { day: string; timeZone: string },
): Promise<TeamReminders['people']> {
  const { rows } = await sql<TeamReminders['people'][number]>`
    select u.id, u.name, left_over.count as left_to_do, case
        when not ${IS_ACTIVE_USER} then 'inactive'
        when 'prompted' = any(u.muted_mails) then 'muted'
        when exists (select from notifications n where n.tenant_id = ${tenantId} and n.user_id = u.id and n.kind = 'prompted'
          and n.family_id = a.family_id and n.year = a.year and n.type = a.type
          and (n.told_on is null or (n.created_at at time zone ${today.timeZone})::date = ${today.day}::date)) then 'reminded'
        end as skipped
    from assessments a
    join assessment_members m on m.tenant_id = a.tenant_id and m.assessment_id = a.id and m.left_at is null
      and m.user_id <> a.owner_id
    join users u on u.tenant_id = m.tenant_id and u.id = m.user_id
    cross join lateral (select ${LEFT_TO_DO} as count) left_over
    where a.tenant_id = ${tenantId} and a.id = ${id} and left_over.count > 0
    order by u.name_norm, u.id`.execute(db)
  return rows
}
