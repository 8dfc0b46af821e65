import { type RawBuilder, sql } from 'kysely'

/** Whether the user whom these columns name has two-step verification; by default a row `u` of users. */
export function hasTwoStep(tenantId = sql`u.tenant_id`, userId = sql`u.id`): RawBuilder<boolean> {
  return sql`exists (select from authenticators a where a.tenant_id = ${tenantId}
    and a.user_id = ${userId} and a.confirmed_at is not null)`
}
