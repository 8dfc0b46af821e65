import { type RawBuilder, sql } from 'kysely'
import { inScope } from '#db/in-scope.ts'
import { IS_ACTIVE_USER } from '#support/active-users.queries.ts'
import type { VisibleScope } from '#support/tenant-scope.ts'

/** The shared assessments with each active user who takes part. There are few beside assessments of one user. */
export function teamsOf(scope: VisibleScope): RawBuilder<unknown> {
  return sql`
    select s.tenant_id, s.id as assessment_id, s.owner_id, s.family_id, s.content_set_id, s.year, s.type, s.status, s.touched_at,
      s.scope_levels, s.scope_profiles,
      u.id as user_id
    from assessments s
    cross join lateral (
      select s.owner_id as id
      union all
      select m.user_id from assessment_members m where m.tenant_id = s.tenant_id and m.assessment_id = s.id
        and m.left_at is null and m.user_id <> s.owner_id) p
    join users u on u.tenant_id = s.tenant_id and u.id = p.id
    where s.owner_id is not null and ${inScope('s.tenant_id', scope)} and ${IS_ACTIVE_USER}`
}

/** The assessments that users have beside a shared one of the same framework, year and type, which counts instead. */
export function replacedIn(teams: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    select own.tenant_id, own.id from ${teams} t
    join assessments own on own.tenant_id = t.tenant_id and own.user_id = t.user_id and own.year = t.year and own.type = t.type
    join content_sets f on f.tenant_id = own.tenant_id and f.id = own.content_set_id and f.family_id = t.family_id`
}

/** For `with`: both. */
export function withTeams(scope: VisibleScope): RawBuilder<unknown> {
  return sql`teams as materialized (${teamsOf(scope)}),
    replaced as materialized (${replacedIn(sql`teams`)})`
}

/** Whether an assessment `a` isn't one of `replaced`. */
export const IS_COUNTED: RawBuilder<boolean> = sql`(a.tenant_id, a.id) not in (select b.tenant_id, b.id from replaced b)`

/** A shared assessment is in progress from the day on which it is created. */
export const TEAM_STATUS = sql`case t.status when 'not_started' then 'in_progress' else t.status end`

/** Assessments whose reports aren't of one user: the shared ones, and those that a shared one replaces. */
export function teamsAndReplaced(scope: VisibleScope): RawBuilder<unknown> {
  const teams = sql`(${teamsOf(scope)})`
  return sql`select t.tenant_id, t.assessment_id from ${teams} t union all ${replacedIn(teams)}`
}
