import { MOST_COUNTED } from 'contract/list'
import { sql } from 'kysely'
import type { Db } from '#db/driver.ts'
import { readAlongIndexes } from '#db/along-indexes.ts'
import { ofTenants } from '#db/of-tenants.ts'
import { type Part, collected, directionOf } from './collect-lines.ts'
import {
  type Wish,
  hasNotBegun,
  hasReached,
  isMeant,
  isOfLevels,
  isOfMany,
  isWanted,
} from './taking-part.ts'

/** A line of the list: what somebody has begun, or that they have not. */
export type Key = { tenantId: number; personId: number; assessmentId: number | null }
type Row = { tenant_id: number; user_id: number; assessment_id: number | null }

/**
 * The lines of a page, in its order; `total` is 1,001 when there are more than 1,000. So few are collected and
 * sorted, and all certificates that end; of more, the page is soon full on the way through an index in its order
 * (decision 028).
 */
export async function findParticipants(
  db: Db,
  wish: Wish,
  part: Part,
): Promise<{ total: number; keys: Key[] }> {
  if (isOfMany(wish)) await readAlongIndexes(db)
  const { rows } = await sql<
    Row & { total: number | null }
  >`${collected(wish, part, mostCounted(wish, part) + 1)}`.execute(db)
  const [head, ...found] = rows
  const total = head?.total ?? 0
  if (total <= mostCounted(wish, part) || wish.certificate) return { total, keys: found.map(keyOf) }
  await readAlongIndexes(db)
  await sql`select set_config('enable_hashjoin', 'off', true), set_config('max_parallel_workers_per_gather', '0', true)`.execute(
    db,
  )
  const walk = part.sort.startsWith('touched_at.') ? byActivity : byName
  const walked = await sql<Row>`${walk(wish, part)}`.execute(db)
  return { total, keys: walked.rows.map(keyOf) }
}

/** Of more people with a part of a name than can be named, counting ends with the page after the one that is shown. */
export function mostCounted({ who }: Wish, { skip, most }: Part): number {
  return isOfMany({ who }) ? skip + 2 * most : MOST_COUNTED
}

function keyOf(row: Row): Key {
  return { tenantId: row.tenant_id, personId: row.user_id, assessmentId: row.assessment_id }
}

/** Whoever is removed comes last, either way. */
function byName(wish: Wish, { sort, skip, most }: Part) {
  const { tenantIds, who } = wish
  const direction = directionOf(sort)
  // Fenced in: by year and state an index would read all of an organisation's for each person.
  const own = sql`select a.id from (
      select * from assessments a where a.tenant_id = u.tenant_id and a.user_id = u.id offset 0) a
    where ${isWanted(wish)} and ${isLevelled(wish)}`
  const none = sql`select null::bigint as id where ${hasNotBegun(wish, 'one by one')}`
  const lines = isOnlyNotBegun(wish) ? none : wish.hasNotBegun ? sql`${own} union all ${none}` : own
  return sql`
    select * from (
      (select u.tenant_id, u.id as user_id, x.id as assessment_id
        from users u cross join lateral (${lines}) x
        where ${ofTenants('u.tenant_id', tenantIds)} and u.removed_at is null and ${who ? isMeant(who) : sql`true`}
        order by u.name_norm ${direction}, u.id ${direction}, x.id ${direction} limit ${skip + most})
      union all
      (select u.tenant_id, u.id, x.id from users u cross join lateral (${own}) x
        where ${ofTenants('u.tenant_id', tenantIds)} and u.removed_at is not null
        order by u.id ${direction}, x.id ${direction} limit ${skip + most})
    ) found limit ${most} offset ${skip}`
}

/** Whoever has not begun comes last, either way. */
function byActivity(wish: Wish, { sort, skip, most }: Part) {
  const { tenantIds } = wish
  const direction = directionOf(sort)
  const notBegun = sql`
    union all
    (select u.tenant_id, u.id, null from users u where ${hasNotBegun(wish)}
      order by u.name_norm ${direction}, u.id ${direction} limit ${skip + most})`
  return sql`
    select * from (
      (select a.tenant_id, a.user_id, a.id as assessment_id from assessments a
        where ${ofTenants('a.tenant_id', tenantIds)} and ${isWanted(wish)} and ${isLevelled(wish)}
        order by a.touched_at ${direction}, a.id ${direction} limit ${skip + most})
      ${wish.hasNotBegun ? notBegun : sql``}
    ) found limit ${most} offset ${skip}`
}

function isOnlyNotBegun({ statuses, hasNotBegun }: Wish) {
  return hasNotBegun && statuses?.length === 0
}

/** Person by person, which soon fills a page. */
function isLevelled(wish: Wish) {
  const { level } = wish
  if (!level) return sql`true`
  return sql`exists (
    select from (
      select r.assessment_id, r.current_score from reports r
      where r.tenant_id = a.tenant_id and r.user_id = a.user_id and ${isOfLevels(wish)} order by r.id desc limit 1) n
    where n.assessment_id = a.id and ${hasReached(level)})`
}
