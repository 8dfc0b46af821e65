import { counted } from 'contract/list'
import type { ParticipationFilter } from 'contract/participation'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#db/scope.ts'
import { inScope } from '#db/in-scope.ts'
import { expiringCertificates } from '#features/certification/expiring.queries.ts'
import { hasText } from '#features/people/user-list.queries.ts'
import { IS_ACTIVE_USER } from '#support/active-users.queries.ts'
import { countRows } from '#support/count-rows.queries.ts'
import type { VisibleScope } from '#support/tenant-scope.ts'
import { isAllComplete } from './complete.queries.ts'
import { STALLED_AFTER, levelOf, stepsOf } from './levels-of.queries.ts'
import { type Key, type Time, couldStart, listSetIds } from './participation.queries.ts'
import { hasNotStarted, isByActivity, orderOf, partsOf } from './parts.queries.ts'
import { countTeamRows, fromTeams } from './team-rows.queries.ts'
import { replacedIn, teamsAndReplaced, teamsOf } from './teams.queries.ts'

type Page = {
  time: Time
  limit?: number
  offset?: number
  /** Whether more rows match than are counted. */
  isMany?: boolean
}

export async function listParticipantKeys(
  db: Db,
  scope: VisibleScope,
  filter: ParticipationFilter,
  { time, limit, offset = 0, isMany = false }: Page,
): Promise<Key[]> {
  // Of each part no more than the page needs, which an index finds in order.
  const most = limit === undefined ? sql`` : sql`limit ${limit + offset}`
  const rows = (await matching(db, scope, filter, { time, isMany }))
    .select(['u.tenant_id', 'u.id as user_id', 'a.id as assessment_id', 'u.name_norm'])
    .select('a.touched_at')
  const parts = partsOf(filter).map(
    ({ isInPart, isRemoved, order }) =>
      sql`(${rows
        .where(isInPart)
        .select(isRemoved.as('is_removed'))
        .modifyEnd(sql`order by ${sql.join(order)} ${most}`)})`,
  )
  const sets = await setsOf(db, scope, filter)
  parts.push(sql`(select u.tenant_id, u.id as user_id, t.assessment_id, u.name_norm, t.touched_at, false as is_removed
    ${fromTeams(scope, filter, { time, sets })} order by ${sql.join(orderOf(filter))} ${most})`)
  const page = limit === undefined ? sql`` : sql`limit ${limit} offset ${offset}`
  const { rows: keys } = await sql<Key>`
    select tenant_id, user_id, assessment_id from (${sql.join(parts, sql` union all `)}) listed
    order by ${sql.join(orderOf(filter))} ${page}`.execute(db)
  return keys
}

export async function countParticipants(
  db: Db,
  scope: VisibleScope,
  filter: ParticipationFilter,
  time: Time,
) {
  const found = await countRows(db, await matching(db, scope, filter, { time, isMany: false }))
  const sets = await setsOf(db, scope, filter)
  const team = await countTeamRows(db, scope, filter, { time, sets })
  const all = counted(found.total + team)
  return { ...all, has_more_than_total: all.has_more_than_total || found.has_more_than_total }
}

async function setsOf(db: Db, scope: VisibleScope, { title }: ParticipationFilter) {
  return title === undefined ? undefined : await listSetIds(db, scope, title)
}

/** Users with each assessment of their own that they have started, and users who could have started one and haven't. */
async function matching(
  db: Db,
  scope: VisibleScope,
  filter: ParticipationFilter,
  { time, isMany }: { time: Time; isMany: boolean },
) {
  const { tenant_id: tenantId, name, type, level } = filter
  const sets = await setsOf(db, scope, filter)
  const ofEveryYear = filter.certificate !== undefined && filter.year === undefined
  return db
    .selectFrom('users as u')
    .leftJoin('assessments as a', (join) =>
      join
        .onRef('a.tenant_id', '=', 'u.tenant_id')
        .onRef('a.user_id', '=', 'u.id')
        .on('a.status', '<>', 'not_started')
        .on(sql<boolean>`(a.tenant_id, a.id) not in (${replacedIn(sql`(${teamsOf(scope)})`)})`)
        .on(ofEveryYear ? sql<boolean>`true` : sql<boolean>`a.year = ${time.year}`)
        .on(type === undefined ? sql<boolean>`true` : sql<boolean>`a.type = ${type}`)
        // A level belongs to the report's content set; the assessment may have moved to another edition.
        .on(level === undefined ? isOneOf(sql`a.content_set_id`, sets) : sql<boolean>`true`),
    )
    .where(inScope('u.tenant_id', scope))
    .where(
      anyOf([
        ...startedIn(scope, filter, { time, sets, isMany }),
        ...notStarted(scope, filter, { time, sets }),
      ]),
    )
    .$if(tenantId !== undefined, (rows) => rows.where('u.tenant_id', '=', tenantId ?? 0))
    .$if(name !== undefined, (rows) =>
      rows.where('u.removed_at', 'is', null).where(hasText(name ?? '')),
    )
}

type Among = { time: Time; sets: readonly number[] | undefined; isMany: boolean }

const IS_STALLED = sql<boolean>`${IS_ACTIVE_USER} and a.status = 'in_progress'
  and a.touched_at < now() - ${STALLED_AFTER}::interval`

function isOfActivity(scope: VisibleScope, filter: ParticipationFilter) {
  return filter.activity === 'stalled' ? IS_STALLED : isAllComplete(scope, filter, 'a')
}

/** Whether an assessment `a` has started and matches the filter. */
function startedIn(
  scope: VisibleScope,
  filter: ParticipationFilter,
  { time, sets, isMany }: Among,
) {
  const { state, activity, certificate, level } = filter
  const states = state?.filter((one) => one !== 'not_started')
  if (states?.length === 0) return []
  // PostgreSQL can't tell whether few rows match, which are looked up, or many, of which the first are found by looking at
  // each row in the list's order. It does that for a condition that doesn't turn the outer join into an inner one.
  const tenantId = isByActivity(filter) ? sql`a.tenant_id` : sql`u.tenant_id`
  const isAmong = (assessments: RawBuilder<unknown>) =>
    isMany
      ? sql<boolean>`((${tenantId}, a.id) in (${assessments})) is true`
      : sql<boolean>`(a.id is not null and (a.tenant_id, a.id) in (${assessments}))`
  const conditions: RawBuilder<boolean>[] = []
  if (states) conditions.push(sql`a.status = any(${states}::text[])`)
  if (activity) conditions.push(isOfActivity(scope, filter))
  if (certificate)
    conditions.push(
      isAmong(sql`select e.tenant_id, e.assessment_id
        from (${expiringCertificates(scope, time.now)}) e where e.kind = ${certificate}`),
    )
  if (level !== undefined)
    conditions.push(isAmong(onLevel(scope, filter, level, { year: time.year, sets })))
  if (conditions.length === 0) conditions.push(sql`a.id is not null`)
  return [sql<boolean>`(${sql.join(conditions, sql` and `)})`]
}

type Reports = { year: number; sets: readonly number[] | undefined }

/** The assessments of users' newest reports of the year that reach the level. */
function onLevel(
  scope: VisibleScope,
  { scale }: ParticipationFilter,
  level: number | 'any',
  { year, sets }: Reports,
): RawBuilder<unknown> {
  const reached =
    level === 'any'
      ? sql`r.current_score is not null`
      : sql`${levelOf(sql`r.current_score`, stepsOf(scale))} = ${level - 1}`
  return sql`select r.tenant_id, r.assessment_id from (
      select distinct on (r.tenant_id, r.user_id) r.tenant_id, r.assessment_id, r.current_score from reports r
      where ${inScope('r.tenant_id', scope)} and r.kind = 'action' and r.type = 'self_assessment'
        and r.year = ${year} and ${isOneOf(sql`r.content_set_id`, sets)}
        and (r.tenant_id, r.assessment_id) not in (${teamsAndReplaced(scope)})
      order by r.tenant_id, r.user_id, r.id desc) r
    where ${reached}`
}

/** Whether a user `u` without an assessment `a` could have started one. Who answers together has nothing to start alone. */
function notStarted(
  scope: VisibleScope,
  { type, title, ...filter }: ParticipationFilter,
  { time, sets }: { time: Time; sets: readonly number[] | undefined },
): RawBuilder<boolean>[] {
  if (!hasNotStarted(filter)) return []
  const inTeam = sql`select t.tenant_id, t.user_id from (${teamsOf(scope)}) t where t.year = ${time.year}
    and ${type === undefined ? sql`true` : sql`t.type = ${type}`} and ${isOneOf(sql`t.content_set_id`, sets)}`
  // PostgreSQL plans an anti-join only if the tested column is part of the join's condition.
  return [
    sql<boolean>`(a.user_id is null and ${couldStart(scope, time, { type, title })}
      and (u.tenant_id, u.id) not in (${inTeam}))`,
  ]
}

function isOneOf(contentSetId: RawBuilder<unknown>, sets: readonly number[] | undefined) {
  return sets === undefined
    ? sql<boolean>`true`
    : sql<boolean>`${contentSetId} = any(${[...sets]}::bigint[])`
}

function anyOf(conditions: RawBuilder<boolean>[]): RawBuilder<boolean> {
  return conditions.length === 0 ? sql`false` : sql`(${sql.join(conditions, sql` or `)})`
}
