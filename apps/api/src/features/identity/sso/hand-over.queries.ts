import { sql } from 'kysely'
import type { Scope } from '#core/context.ts'
import type { Db } from '#db/driver.ts'

/** A minute to get to the other host. */
const SECONDS = 60

const inAMinute = sql<string>`now() + make_interval(secs => ${SECONDS})`

/** A host of ours that is being served. Tenants are a cross-tenant table. */
export async function findHost(db: Db, tenantId: number) {
  return await db
    .selectFrom('tenants')
    .select(['domain', 'kind'])
    .where('id', '=', tenantId)
    .where('status', '=', 'active')
    .executeTakeFirst()
}

export async function insertHandover(
  db: Db,
  scope: Scope,
  handover: { id_hash: Buffer; browser_hash: Buffer; target_tenant_id: number; person_id: number },
): Promise<void> {
  await db
    .deleteFrom('handovers')
    .where('tenant_id', '=', scope.tenantId)
    .where('expires_at', '<', sql<string>`now()`)
    .execute()
  await db
    .insertInto('handovers')
    .values({ tenant_id: scope.tenantId, ...handover, expires_at: inAMinute })
    .execute()
}

/** Uses a hand-over up; of many at once exactly one gets it. */
export async function takeHandover(db: Db, scope: Scope, idHash: Buffer) {
  return await db
    .deleteFrom('handovers')
    .where('tenant_id', '=', scope.tenantId)
    .where('id_hash', '=', idHash)
    .where('expires_at', '>', sql<string>`now()`)
    .returning(['browser_hash', 'target_tenant_id', 'person_id'])
    .executeTakeFirst()
}

export async function insertHandoverCode(
  db: Db,
  scope: Scope,
  code: { code_hash: Buffer; challenge: string; user_id: number },
): Promise<void> {
  await db
    .deleteFrom('handover_codes')
    .where('tenant_id', '=', scope.tenantId)
    .where('expires_at', '<', sql<string>`now()`)
    .execute()
  await db
    .insertInto('handover_codes')
    .values({ tenant_id: scope.tenantId, ...code, expires_at: inAMinute })
    .execute()
}

/** Uses a code up, and answers whose it is if the account may still sign in. */
export async function takeHandoverCode(db: Db, scope: Scope, codeHash: Buffer) {
  const code = await db
    .deleteFrom('handover_codes')
    .where('tenant_id', '=', scope.tenantId)
    .where('code_hash', '=', codeHash)
    .where('expires_at', '>', sql<string>`now()`)
    .returning(['challenge', 'user_id'])
    .executeTakeFirst()
  if (!code) return undefined
  const user = await db
    .selectFrom('users')
    .select('is_active')
    .where('tenant_id', '=', scope.tenantId)
    .where('id', '=', code.user_id)
    .executeTakeFirst()
  return { ...code, isActive: user?.is_active ?? false }
}
