import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#db/scope.ts'

/** Holds a lock until the returned function is called. A user's is the negative of their id. */
export async function holdLock(
  db: Db,
  key: number | RawBuilder<unknown>,
): Promise<() => Promise<void>> {
  await sql`select pg_advisory_lock(${key})`.execute(db)
  return async () => {
    await sql`select pg_advisory_unlock(${key})`.execute(db)
  }
}

type Tenant = { tenantId: number }

export function assessmentLock({ tenantId }: Tenant, id: number) {
  return sql`hashint8extended(${id}::bigint, ${tenantId}::bigint)`
}

export function statementLock(tenant: Tenant, assessmentId: number, statementId: number) {
  return sql`hashint8extended(${statementId}::bigint, ${assessmentLock(tenant, assessmentId)})`
}
