import { everyTenantId } from '#support/every-tenant.ts'
import type { App } from '#core/context.ts'
import { type Db, type Scope, scopeOf } from '#db/scope.ts'
import { encryptAgain } from '#core/encrypt.ts'
import { withTenant } from '#db/pools.ts'
import { authenticatorAad } from './mfa/verification-code.ts'
import { secretAad } from './sso/settings-of.ts'

/** Encrypts values of the previous secret with the current one, so that the previous one can be removed. */
export async function renewEncryption(app: App): Promise<void> {
  if (app.env.WAYMARK_SECRET_PREVIOUS === undefined) return
  for (const id of await everyTenantId(app.pools))
    await withTenant(app.pools, id, async (db) => {
      await renewAuthenticators(db, scopeOf(id), app.secrets)
      await renewConnections(db, scopeOf(id), app.secrets)
    })
}

// A value that changes at the same time stays as its own node encrypted it.
async function renewAuthenticators(db: Db, { tenantId }: Scope, secrets: App['secrets']) {
  const rows = await db
    .selectFrom('authenticators')
    .select(['user_id', 'secret'])
    .where('tenant_id', '=', tenantId)
    .execute()
  for (const { user_id, secret: old } of rows) {
    const secret = encryptAgain(secrets, authenticatorAad(tenantId, user_id), old)
    if (secret)
      await db
        .updateTable('authenticators')
        .set({ secret })
        .where('tenant_id', '=', tenantId)
        .where('user_id', '=', user_id)
        .where('secret', '=', old)
        .execute()
  }
}

async function renewConnections(db: Db, { tenantId }: Scope, secrets: App['secrets']) {
  const rows = await db
    .selectFrom('sso_connections')
    .select(['id', 'client_secret'])
    .where('tenant_id', '=', tenantId)
    .where('client_secret', 'is not', null)
    .execute()
  for (const { id, client_secret: old } of rows) {
    const client_secret = old && encryptAgain(secrets, secretAad(tenantId, id), old)
    if (client_secret)
      await db
        .updateTable('sso_connections')
        .set({ client_secret })
        .where('tenant_id', '=', tenantId)
        .where('id', '=', id)
        .where('client_secret', '=', old)
        .execute()
  }
}
