import { sql } from 'kysely'
import type { Scope, Db } from '#db/scope.ts'
import type { VouchedBy } from './identities.queries.ts'

/** The time to get to the other host. */
const SECONDS = 60

const inAMinute = sql<string>`now() + make_interval(secs => ${SECONDS})`

export async function insertHandover(
  db: Db,
  scope: Scope,
  handover: {
    id_hash: Buffer
    browser_hash: Buffer
    target_tenant_id: number
    person_id: number
  } & VouchedBy,
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

/** The organisation that a handover leads to. */
export async function findTarget(
  db: Db,
  scope: Scope,
  idHash: Buffer,
): Promise<number | undefined> {
  const row = await db
    .selectFrom('handovers')
    .select('target_tenant_id')
    .where('tenant_id', '=', scope.tenantId)
    .where('id_hash', '=', idHash)
    .executeTakeFirst()
  return row?.target_tenant_id
}

/** Uses a handover up. Of several requests at the same time one gets it. */
export async function takeHandover(db: Db, scope: Scope, idHash: Buffer) {
  return await db
    .deleteFrom('handovers')
    .where('tenant_id', '=', scope.tenantId)
    .where('id_hash', '=', idHash)
    .where('expires_at', '>', sql<string>`now()`)
    .returning(['browser_hash', 'person_id', 'connection_id', 'is_salesforce'])
    .executeTakeFirst()
}

export async function insertHandoverCode(
  db: Db,
  scope: Scope,
  code: { code_hash: Buffer; challenge: string; user_id: number } & VouchedBy,
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

/** Uses a code up, and answers its user. */
export async function takeHandoverCode(db: Db, scope: Scope, codeHash: Buffer) {
  return await db
    .deleteFrom('handover_codes as c')
    .using('users as u')
    .where('c.tenant_id', '=', scope.tenantId)
    .where('c.code_hash', '=', codeHash)
    .where('c.expires_at', '>', sql<string>`now()`)
    .whereRef('u.tenant_id', '=', 'c.tenant_id')
    .whereRef('u.id', '=', 'c.user_id')
    .returning(['c.challenge', 'c.user_id', 'c.connection_id', 'c.is_salesforce', 'u.is_active'])
    .executeTakeFirst()
}

/** Whether a handover or its code ended with its connection, by its key. */
export async function hasEnded(db: Db, scope: Scope, hash: Buffer): Promise<boolean> {
  const kept = sql<Buffer>`sha256(${hash}::bytea)`
  const row = await db
    .selectFrom('handovers')
    .select('expires_at')
    .where('tenant_id', '=', scope.tenantId)
    .where('id_hash', '=', kept)
    .unionAll(
      db
        .selectFrom('handover_codes')
        .select('expires_at')
        .where('tenant_id', '=', scope.tenantId)
        .where('code_hash', '=', kept),
    )
    .executeTakeFirst()
  return row !== undefined
}
