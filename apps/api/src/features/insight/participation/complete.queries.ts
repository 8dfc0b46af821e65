import type { ParticipationFilter } from 'contract/participation'
import { type RawBuilder, sql } from 'kysely'
import { ANSWERED_STATES } from 'contract/enumerations'
import type { VisibleScope } from '#support/tenant-scope.ts'
import { TEAM_STATUS, replacedIn, teamsOf } from './teams.queries.ts'

type Row = { row: RawBuilder<unknown>; status: RawBuilder<unknown>; userId: RawBuilder<unknown> }

/**
 * Whether an assessment of a user is complete and nothing else of theirs in its year is in progress, as the dashboard
 * counts users. `of` is the assessment or the shared one. A value, because PostgreSQL would join all assessments.
 */
export function isAllComplete(
  scope: VisibleScope,
  { type }: ParticipationFilter,
  of: 'a' | 't',
): RawBuilder<boolean> {
  const { row, status, userId } = ROWS[of]
  const teams = sql`(${teamsOf(scope)})`
  const ofType = (other: RawBuilder<unknown>) =>
    type === undefined ? sql`true` : sql`${other}.type = ${type}`
  return sql`(${status} = any(${[...ANSWERED_STATES]}::text[])
    and coalesce((select false from assessments other where other.tenant_id = ${row}.tenant_id and other.user_id = ${userId}
      and other.year = ${row}.year and other.status = 'in_progress' and ${ofType(sql`other`)}
      and (other.tenant_id, other.id) not in (${replacedIn(teams)}) limit 1), true)
    and (${row}.tenant_id, ${userId}, ${row}.year) not in (
      select team.tenant_id, team.user_id, team.year from ${teams} team
      where team.status in ('not_started', 'in_progress') and ${ofType(sql`team`)}))`
}

const ROWS: Record<'a' | 't', Row> = {
  a: { row: sql`a`, status: sql`a.status`, userId: sql`a.user_id` },
  t: { row: sql`t`, status: TEAM_STATUS, userId: sql`t.user_id` },
}
