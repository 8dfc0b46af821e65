import type { ParticipationFilter } from 'contract/participation'
import { MAX_COUNTED } from 'contract/list'
import { type RawBuilder, sql } from 'kysely'
import { inScope } from '#db/in-scope.ts'
import type { Db } from '#db/scope.ts'
import { expiringCertificates } from '#features/certification/expiring.queries.ts'
import { hasText } from '#features/people/user-list.queries.ts'
import type { VisibleScope } from '#support/tenant-scope.ts'
import { isAllComplete } from './complete.queries.ts'
import { STALLED_AFTER, levelOf, stepsOf } from './levels-of.queries.ts'
import type { Time } from './participation.queries.ts'
import { TEAM_STATUS, teamsOf } from './teams.queries.ts'

type Among = { time: Time; sets: readonly number[] | undefined }

/** Users `u` of shared assessments `t` that match the filter. Few enough to look at each. */
export function fromTeams(
  scope: VisibleScope,
  filter: ParticipationFilter,
  { time, sets }: Among,
): RawBuilder<unknown> {
  const { tenant_id: tenantId, name, type, level } = filter
  const ofEveryYear = filter.certificate !== undefined && filter.year === undefined
  const conditions = [
    ...(ofEveryYear ? [] : [sql`t.year = ${time.year}`]),
    ...(type === undefined ? [] : [sql`t.type = ${type}`]),
    ...(tenantId === undefined ? [] : [sql`t.tenant_id = ${tenantId}`]),
    ...(name === undefined ? [] : [hasText(name)]),
    ...(sets === undefined || level !== undefined ? [] : [isAmong(sql`t.content_set_id`, sets)]),
    ...stateOf(scope, filter, time),
    ...(level === undefined ? [] : [onLevel(scope, filter, level, { time, sets })]),
  ]
  return sql`from (${teamsOf(scope)}) t join users u on u.tenant_id = t.tenant_id and u.id = t.user_id
    where ${conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `)}`
}

export async function countTeamRows(
  db: Db,
  scope: VisibleScope,
  filter: ParticipationFilter,
  among: Among,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) from (select 1 ${fromTeams(scope, filter, among)} limit ${MAX_COUNTED + 1}) found`.execute(
    db,
  )
  return rows[0]?.count ?? 0
}

/** What is one of the assessment, not of each user, is its owner's. */
function stateOf(scope: VisibleScope, filter: ParticipationFilter, { now }: Time) {
  const { state, activity, certificate } = filter
  const isOwner = sql`t.user_id = t.owner_id`
  return [
    ...(state ? [sql`${TEAM_STATUS} = any(${state}::text[])`] : []),
    ...(activity === 'complete' ? [isAllComplete(scope, filter, 't')] : []),
    ...(activity === 'stalled'
      ? [
          sql`${isOwner} and t.status = 'in_progress' and t.touched_at < now() - ${STALLED_AFTER}::interval`,
        ]
      : []),
    ...(certificate
      ? [
          sql`${isOwner} and (t.tenant_id, t.assessment_id) in (select e.tenant_id, e.assessment_id
            from (${expiringCertificates(scope, now)}) e where e.kind = ${certificate})`,
        ]
      : []),
  ]
}

function onLevel(
  scope: VisibleScope,
  { scale, title }: ParticipationFilter,
  level: number | 'any',
  { time, sets }: Among,
): RawBuilder<boolean> {
  const reached =
    level === 'any' ? sql`true` : sql`${levelOf(sql`n.score`, stepsOf(scale))} = ${level - 1}`
  const ofTitle = title === undefined ? sql`true` : isAmong(sql`n.content_set_id`, sets ?? [])
  return sql<boolean>`(t.tenant_id, t.assessment_id) in (
    select n.tenant_id, n.assessment_id from (${teamReports(scope)}) n
    where n.year = ${time.year} and n.score is not null and ${ofTitle} and ${reached})`
}

/** The newest self-assessment report of each shared assessment, looked up for each, because others have most reports. */
export function teamReports(scope: VisibleScope): RawBuilder<unknown> {
  return sql`
    select s.tenant_id, s.id as assessment_id, n.year, n.content_set_id, n.current_score as score
    from assessments s cross join lateral (
      select r.year, r.content_set_id, r.current_score from reports r
      where r.tenant_id = s.tenant_id and r.assessment_id = s.id and r.kind = 'action' and r.type = 'self_assessment'
      order by r.version desc limit 1) n
    where s.owner_id is not null and ${inScope('s.tenant_id', scope)}`
}

function isAmong(contentSetId: RawBuilder<unknown>, sets: readonly number[]) {
  return sql<boolean>`${contentSetId} = any(${[...sets]}::bigint[])`
}
