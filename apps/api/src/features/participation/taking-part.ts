import type { AssessmentStatus } from 'contract/assessments'
import type { AssessmentType } from 'contract/fields'
import { type RawBuilder, sql } from 'kysely'
import { ofTenants } from '#db/of-tenants.ts'
import { endingOf } from '#features/certifications/ending.ts'
import type { Who } from '#features/people/find-who.ts'
import { type Steps, levelOf } from './level-of.ts'

/** No save for so long: somebody may have given up. */
export const STALLED_AFTER = '30 days'

export type Wish = {
  /** Those in view that are asked for. */
  tenantIds: readonly number[]
  /** Those of them in which there is or was something to begin; elsewhere nobody has not begun. */
  openIn: readonly number[]
  who?: Who | undefined
  year: number
  /** Whoever came later had nothing to begin in it. */
  isPast: boolean
  type?: AssessmentType | undefined
  title?: string | undefined
  /** The content sets that have the title: as plain ids, 200 of them are hashed and not compared one by one. */
  setIds?: readonly number[] | undefined
  /** All that are begun when left out. */
  statuses?: readonly AssessmentStatus[] | undefined
  hasNotBegun: boolean
  isStalled: boolean
  certificate?: Certificate | undefined
  level?: (Steps & { at: number | 'any' }) | undefined
}

/** Whose certificate ends; of every year, unless one is asked for. */
type Certificate = { kind: 'expiring' | 'expired'; now: Date; isOfYear: boolean }

type Kind = Pick<Wish, 'tenantIds' | 'year' | 'type' | 'setIds' | 'certificate'>

/** That an assessment `a` is begun and of the kind that is asked for. */
export function isBegun(kind: Kind): RawBuilder<unknown> {
  const { tenantIds, year, type, setIds, certificate } = kind
  const conditions: RawBuilder<unknown>[] = [sql`a.status <> 'not_started'`]
  if (certificate?.isOfYear !== false) conditions.push(sql`a.year = ${year}`)
  if (certificate) conditions.push(sql`a.id = any(${endingIn(tenantIds, certificate)})`)
  if (type) conditions.push(sql`a.type = ${type}`)
  if (setIds) conditions.push(sql`a.content_set_id = any(${setIds}::bigint[])`)
  return sql.join(conditions, sql` and `)
}

/** That an assessment `a` is one of those that are asked for, but for the level. */
export function isWanted(wish: Wish): RawBuilder<unknown> {
  const { who, statuses, isStalled, level, setIds: _, ...rest } = wish
  // With a level the title is the report's: the assessment may have moved to another edition since.
  const conditions: RawBuilder<unknown>[] = [isBegun(level ? rest : wish)]
  if (who && 'ids' in who) conditions.push(sql`a.user_id = any(${who.ids}::bigint[])`)
  if (who && 'part' in who)
    conditions.push(sql`exists (select from users u
      where u.tenant_id = a.tenant_id and u.id = a.user_id and ${isMeant(who)} offset 0)`)
  if (isStalled)
    conditions.push(
      sql`a.status = 'in_progress' and a.touched_at < now() - ${STALLED_AFTER}::interval`,
    )
  if (statuses) conditions.push(sql`a.status = any(${[...statuses]}::text[])`)
  return sql.join(conditions, sql` and `)
}

/**
 * That a person `u` has begun nothing of what is asked for, and could have. `one by one`: each person's own are looked
 * up, and not all of them read beforehand.
 */
export function hasNotBegun(wish: Wish, way?: 'one by one'): RawBuilder<unknown> {
  const { openIn, who, year, isPast } = wish
  const conditions: RawBuilder<unknown>[] = [
    sql`${ofTenants('u.tenant_id', openIn)} and u.is_active and u.removed_at is null`,
    sql`not exists (select from assessments a
      where a.tenant_id = u.tenant_id and a.user_id = u.id and ${isBegun(wish)}${way ? sql` offset 0` : sql``})`,
  ]
  if (who) conditions.push(isMeant(who))
  if (isPast) conditions.push(sql`u.created_at < make_date(${year + 1}::int, 1, 1)`)
  return sql.join(conditions, sql` and `)
}

/** That a person `u` is one of those who are meant. */
export function isMeant(who: Who): RawBuilder<unknown> {
  if ('ids' in who) return sql`u.id = any(${who.ids}::bigint[])`
  return sql`u.removed_at is null and (u.name_norm like ${who.part} or u.email_norm like ${who.part})`
}

/** That so many have the part of a name that they are not named. */
export function isOfMany({ who }: Pick<Wish, 'who'>): boolean {
  return who !== undefined && 'part' in who
}

/** Reports `r` that count for the levels of the year. */
export function isOfLevels({ year, setIds }: Wish): RawBuilder<unknown> {
  const counted = sql`r.kind = 'action' and r.type = 'self_assessment' and r.year = ${year}`
  return setIds ? sql`${counted} and r.content_set_id = any(${setIds}::bigint[])` : counted
}

/** That a report `n` has reached the level that is asked for. */
export function hasReached({ at, ...steps }: NonNullable<Wish['level']>): RawBuilder<unknown> {
  if (at === 'any') return sql`n.current_score is not null`
  return sql`${levelOf(sql`n.current_score`, steps)} = ${at - 1}::int`
}

function endingIn(tenantIds: readonly number[], { kind, now }: Certificate) {
  return sql`array(select c.assessment_id from (${endingOf(tenantIds, now)}) c where c.kind = ${kind})`
}
