import type { ParticipationFilter } from 'contract/participation'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#db/scope.ts'
import { inScope } from '#db/in-scope.ts'
import { expiringCertificates } from '#features/certification/expiring.queries.ts'
import { hasText } from '#features/people/user-list.queries.ts'
import { countRows } from '#support/count-rows.queries.ts'
import type { VisibleScope } from '#support/tenant-scope.ts'
import { type Key, type Time, couldStart } from './participation.queries.ts'

/** Assessments untouched for this long are stalled. */
export const STALLED_AFTER = '30 days'

export async function listParticipantKeys(
  db: Db,
  scope: VisibleScope,
  filter: ParticipationFilter,
  { time, limit, offset }: { time: Time; limit?: number; offset?: number },
): Promise<Key[]> {
  return await matching(db, scope, filter, time)
    .select(['u.tenant_id', 'u.id as user_id', 'a.id as assessment_id'])
    .orderBy(orderOf(filter))
    .$if(limit !== undefined, (rows) => rows.limit(limit ?? 0))
    .$if(offset !== undefined, (rows) => rows.offset(offset ?? 0))
    .execute()
}

export async function countParticipants(
  db: Db,
  scope: VisibleScope,
  filter: ParticipationFilter,
  time: Time,
) {
  return await countRows(db, matching(db, scope, filter, time))
}

/** Users with each assessment they have started, and users who could have started one and haven't. */
function matching(db: Db, scope: VisibleScope, filter: ParticipationFilter, time: Time) {
  const { tenant_id: tenantId, name, type, title, level } = filter
  const ofEveryYear = filter.certificate !== undefined && filter.year === undefined
  return db
    .selectFrom('users as u')
    .leftJoin('assessments as a', (join) =>
      join
        .onRef('a.tenant_id', '=', 'u.tenant_id')
        .onRef('a.user_id', '=', 'u.id')
        .on('a.status', '<>', 'not_started')
        .on(ofEveryYear ? sql<boolean>`true` : sql<boolean>`a.year = ${time.year}`)
        .on(type === undefined ? sql<boolean>`true` : sql<boolean>`a.type = ${type}`)
        // A level belongs to the report's content set; the assessment may have moved to another edition.
        .on(
          level === undefined ? hasTitle(sql`a.content_set_id`, scope, title) : sql<boolean>`true`,
        ),
    )
    .where(inScope('u.tenant_id', scope))
    .where(anyOf([...startedIn(scope, filter, time), ...notStarted(scope, filter, time)]))
    .$if(tenantId !== undefined, (rows) => rows.where('u.tenant_id', '=', tenantId ?? 0))
    .$if(name !== undefined, (rows) =>
      rows.where('u.removed_at', 'is', null).where(hasText(name ?? '')),
    )
}

/** Whether an assessment `a` has started and matches the filter. */
function startedIn(scope: VisibleScope, filter: ParticipationFilter, time: Time) {
  const { state, activity, certificate, level } = filter
  const states = state?.filter((one) => one !== 'not_started')
  if (states?.length === 0) return []
  const conditions = [sql<boolean>`a.id is not null`]
  if (states) conditions.push(sql`a.status = any(${states}::text[])`)
  if (activity)
    conditions.push(
      sql`a.status = 'in_progress' and a.touched_at < now() - ${STALLED_AFTER}::interval`,
    )
  if (certificate)
    conditions.push(sql`(a.tenant_id, a.id) in (
      select e.tenant_id, e.assessment_id from (${expiringCertificates(scope, time.now)}) e where e.kind = ${certificate})`)
  if (level !== undefined) conditions.push(hasLevel(scope, filter, level, time))
  return [sql<boolean>`(${sql.join(conditions, sql` and `)})`]
}

/** Whether the user's newest report of the year is of an assessment `a` and reaches the level. */
function hasLevel(
  scope: VisibleScope,
  { title, scale }: ParticipationFilter,
  level: number | 'any',
  { year }: Time,
): RawBuilder<boolean> {
  const reached =
    level === 'any'
      ? sql`r.current_score is not null`
      : sql`${levelOf(sql`r.current_score`, stepsOf(scale))} = ${level - 1}`
  return sql`(a.tenant_id, a.id) in (
    select r.tenant_id, r.assessment_id from (
      select distinct on (r.tenant_id, r.user_id) r.tenant_id, r.assessment_id, r.current_score from reports r
      where ${inScope('r.tenant_id', scope)} and r.kind = 'action' and r.type = 'self_assessment'
        and r.year = ${year} and ${hasTitle(sql`r.content_set_id`, scope, title)}
      order by r.tenant_id, r.user_id, r.id desc) r
    where ${reached})`
}

/** Whether a user `u` without an assessment `a` could have started one. */
function notStarted(
  scope: VisibleScope,
  { state, activity, certificate, level, ...offer }: ParticipationFilter,
  time: Time,
): RawBuilder<boolean>[] {
  const isWanted = !state || state.includes('not_started')
  if (!isWanted || activity || certificate || level !== undefined) return []
  // PostgreSQL plans an anti-join only if the tested column is part of the join's condition.
  return [sql<boolean>`(a.user_id is null and ${couldStart(scope, time, offer)})`]
}

/** Whether a content set of any year has the title. */
function hasTitle(
  contentSetId: RawBuilder<unknown>,
  scope: VisibleScope,
  title: string | undefined,
): RawBuilder<boolean> {
  if (title === undefined) return sql`true`
  return sql`${contentSetId} = any(array(
    select c.id from content_sets c where ${inScope('c.tenant_id', scope)} and c.title = ${title}))`
}

function anyOf(conditions: RawBuilder<boolean>[]): RawBuilder<boolean> {
  return conditions.length === 0 ? sql`false` : sql`(${sql.join(conditions, sql` or `)})`
}

/** Users without an assessment come last by activity, and removed users last by name. */
function orderOf({ sort, name, state }: ParticipationFilter): RawBuilder<unknown> {
  const direction = sort.endsWith('.desc') ? sql`desc` : sql`asc`
  const columns = [sql`u.name_norm ${direction}`, sql`u.id ${direction}`, sql`a.id ${direction}`]
  const hasRemoved = name === undefined && state?.join() !== 'not_started'
  if (hasRemoved) columns.unshift(sql`u.removed_at is not null`)
  if (sort.startsWith('touched_at')) columns.unshift(sql`a.touched_at ${direction} nulls last`)
  return sql.join(columns)
}

/** The number of levels, and the steps between the lowest and the full score. */
export type Steps = { levels: number; steps: number }

/** Without named levels, percent are counted by quarters. */
export function stepsOf(levels: number | undefined): Steps {
  return levels === undefined ? { levels: 4, steps: 4 } : { levels, steps: levels - 1 }
}

/** The level that a score has reached, from 0. */
export function levelOf(score: RawBuilder<unknown>, { levels, steps }: Steps): RawBuilder<number> {
  return sql`least(floor(${score} * ${steps}::int + 1e-9)::int, ${levels - 1}::int)`
}
