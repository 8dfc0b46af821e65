import { type RawBuilder, sql } from 'kysely'
import { ofTenants } from '#db/of-tenants.ts'

/** No save for so long: somebody may have given up. */
export const STALLED_AFTER = '30 days'

export type Time = {
  year: number
  /** Whoever came later had nothing to begin in it. */
  isPast: boolean
}

/** That a person `u` has begun nothing in the year, and could have: in these organisations there is or was something. */
export function hasNotBegun(
  openIn: readonly number[],
  { year, isPast }: Time,
): RawBuilder<unknown> {
  const could = sql`${ofTenants('u.tenant_id', openIn)} and u.is_active and u.removed_at is null
    and not exists (select from assessments a
      where a.tenant_id = u.tenant_id and a.user_id = u.id and a.status <> 'not_started' and a.year = ${year})`
  return isPast ? sql`${could} and u.created_at < make_date(${year + 1}::int, 1, 1)` : could
}
