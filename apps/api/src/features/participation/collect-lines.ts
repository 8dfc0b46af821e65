import { type RawBuilder, sql } from 'kysely'
import { ofTenants } from '#db/of-tenants.ts'
import {
  type Wish,
  hasNotBegun,
  hasReached,
  isMeant,
  isOfLevels,
  isOfMany,
  isWanted,
} from './taking-part.ts'

/** What of the list is shown, and in which order. */
export type Part = { sort: string; skip: number; most: number }

/** Collects so many lines that it is known whether there are more than are counted, and sorts them if not. */
export function collected(wish: Wish, { sort, skip, most }: Part, enough: number) {
  const direction = directionOf(sort)
  const byActivity = sort.startsWith('touched_at.')
    ? sql`found.touched_at ${direction} nulls last, `
    : sql``
  // Of many who are meant a few are soon found along any index; elsewhere all active people are read in its order.
  const inOrder = isOfMany(wish) ? sql`order by u.id` : sql``
  const people = inOrderOfNames(wish, direction)
  const notBegun = wish.hasNotBegun
    ? sql`select u.tenant_id, u.id as user_id from ${candidates(wish)} u where ${hasNotBegun(wish)} ${inOrder}
        limit greatest(0, ${enough} - (select count(*) from begun))`
    : sql`select null::bigint as tenant_id, null::bigint as user_id where false`
  return sql`
    with begun as materialized (${begun(wish)} ${wish.certificate ? sql`` : sql`limit ${enough}`}),
    not_begun as materialized (${notBegun}),
    counted as materialized (
      select least(${enough}, (select count(*) from begun) + (select count(*) from not_begun))::int as n)
    select null::bigint as tenant_id, null::bigint as user_id, null::bigint as assessment_id, n as total from counted
    union all (
      select found.tenant_id, found.user_id, found.id, null
      from (select * from begun union all select tenant_id, null, user_id, null from not_begun) found
      join ${people.source} on u.id = found.user_id
      where ${wish.certificate ? sql`true` : sql`(select n from counted) < ${enough}`}
      order by ${byActivity} ${people.order}, found.id ${direction}
      limit ${most} offset ${skip})`
}

/** Those who are named are looked up by their ids: an index of all active people would be compared with each name. */
function candidates({ who }: Wish) {
  if (!who || 'part' in who) return sql`users`
  return sql`(select * from users u where ${isMeant(who)} offset 0)`
}

/** People `u` and their order; whoever is removed comes last, either way. Those who are named come in it. */
function inOrderOfNames({ who }: Wish, direction: RawBuilder<unknown>) {
  if (who && 'ids' in who)
    return {
      source: sql`unnest(${who.ids}::bigint[]) with ordinality u(id, place)`,
      order: sql`u.place ${direction}`,
    }
  return {
    source: sql`users u`,
    order: sql`u.removed_at is not null, u.name_norm ${direction}, u.id ${direction}`,
  }
}

function begun(wish: Wish): RawBuilder<unknown> {
  const { tenantIds, level } = wish
  if (!level)
    return sql`select a.tenant_id, a.id, a.user_id, a.touched_at from assessments a
      where ${ofTenants('a.tenant_id', tenantIds)} and ${isWanted(wish)}`
  // By its id each: the planner would read all that are in view for as few as it expects.
  return sql`select a.tenant_id, a.id, a.user_id, a.touched_at
    from (${levelled(wish, level)}) n
    cross join lateral (
      select * from assessments a where a.tenant_id = n.tenant_id and a.id = n.assessment_id limit 1) a
    where ${isWanted(wish)}`
}

/** The assessments whose report is their owner's newest of the year and has reached the level. */
function levelled(wish: Wish, level: NonNullable<Wish['level']>) {
  // One organisation after the other: an index has its reports in this order, with their scores.
  return sql`select t.id as tenant_id, n.assessment_id
    from unnest(${[...wish.tenantIds]}::bigint[]) t(id)
    cross join lateral (
      select distinct on (r.user_id) r.assessment_id, r.current_score from reports r
      where r.tenant_id = t.id and ${isOfLevels(wish)} order by r.user_id, r.id desc) n
    where ${hasReached(level)}`
}

export function directionOf(sort: string) {
  return sort.endsWith('.desc') ? sql`desc` : sql`asc`
}
