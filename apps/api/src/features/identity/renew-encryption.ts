import { sql } from 'kysely'
import type { App, Db } from '#core/context.ts'
import { encryptAgain } from '#core/encrypt.ts'
import { withTenant } from '#db/pools.ts'
import { authenticatorAad } from './mfa/verification-code.ts'
import { secretAad } from './sso/settings-of.ts'

type Stored = { id: number; secret: Buffer }

/** Encrypts values of the previous secret with the current one, so that the previous one can be removed. */
export async function renewEncryption({ env, pools, secrets }: App): Promise<void> {
  if (env.WAYMARK_SECRET_PREVIOUS === undefined) return
  const { rows: tenants } = await pools.app.query<{ id: number }>('select id from tenants')
  for (const { id } of tenants) {
    await withTenant(pools, id, async (db) => {
      await renew(db, id, secrets, {
        table: 'authenticators',
        key: 'user_id',
        column: 'secret',
        aad: (userId) => authenticatorAad(id, userId),
      })
      await renew(db, id, secrets, {
        table: 'sso_connections',
        key: 'id',
        column: 'client_secret',
        aad: (connectionId) => secretAad(id, connectionId),
      })
    })
  }
}

type Place = { table: string; key: string; column: string; aad: (id: number) => string }

/** A value that changes at the same time stays as its own node encrypted it. */
async function renew(
  db: Db,
  tenantId: number,
  secrets: App['secrets'],
  { table, key, column, aad }: Place,
) {
  const [from, id, value] = [sql.table(table), sql.ref(key), sql.ref(column)]
  const { rows } = await sql<Stored>`select ${id} as id, ${value} as secret from ${from}
    where tenant_id = ${tenantId} and ${value} is not null`.execute(db)
  for (const row of rows) {
    const renewed = encryptAgain(secrets, aad(row.id), row.secret)
    if (renewed)
      await sql`update ${from} set ${value} = ${renewed}
        where tenant_id = ${tenantId} and ${id} = ${row.id} and ${value} = ${row.secret}`.execute(
        db,
      )
  }
}
