import { sql } from 'kysely'
import { IS_ACTIVE_USER } from '#support/active-users.queries.ts'
import type { ReplacedSet } from 'contract/editions'
import type { AllScope, Db, PlatformScope } from '#db/scope.ts'
import { inScope } from '#db/in-scope.ts'
import type { InForce } from './draft-of-file.ts'

export type Published = InForce & {
  tenant_id: number
  time_zone: string
  id: number
  family_id: number
  title: string
  version: number
}

export type Replaced = Omit<ReplacedSet, 'started' | 'not_started'> & { tenant_id: number }

/** Newest first, because the newest one of a year and type is in force. */
export async function listPublished(db: Db, scope: PlatformScope | AllScope): Promise<Published[]> {
  const { rows } = await sql<Published>`
    select c.tenant_id, t.time_zone, c.id, c.family_id, c.title, c.version, c.year_from, c.year_to,
      c.offers_self_assessment, c.offers_certification
    from content_sets c join tenants t on t.id = c.tenant_id
    where ${inScope('c.tenant_id', scope)} and c.status = 'published'
    order by c.published_at desc, c.id desc`.execute(db)
  return rows
}

type Counted = Pick<ReplacedSet, 'started' | 'not_started'>

/** Users with an assessment of a replaced set keep it; active users without one in its first year get the new set. */
export async function countUsers(
  db: Db,
  scope: PlatformScope | AllScope,
  replaced: readonly Replaced[],
): Promise<Counted[]> {
  if (replaced.length === 0) return []
  const { rows } = await sql<Counted>`
    select
      (select count(distinct a.user_id) from assessments a
        where a.tenant_id = x.tenant_id and ${inScope('a.tenant_id', scope)} and a.content_set_id = x.id
          and a.year >= x.year_from and (x.year_to is null or a.year <= x.year_to) and a.type = any(x.types)) as started,
      (select count(*) from users u
        where u.tenant_id = x.tenant_id and ${inScope('u.tenant_id', scope)} and ${IS_ACTIVE_USER})
      - (select count(*) from (
          select from assessments a join users u on u.tenant_id = a.tenant_id and u.id = a.user_id
          where a.tenant_id = x.tenant_id and ${inScope('a.tenant_id', scope)} and a.year = x.year_from
            and a.type = any(x.types) and ${IS_ACTIVE_USER}
          group by a.user_id having count(distinct a.type) = cardinality(x.types)) done) as not_started
    from jsonb_to_recordset(${JSON.stringify(replaced.map((one, n) => ({ ...one, n })))})
      as x(n int, tenant_id bigint, id bigint, year_from int, year_to int, types text[])
    order by n`.execute(db)
  return rows
}
