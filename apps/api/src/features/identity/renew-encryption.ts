import { everyTenantId } from '#support/every-tenant.ts'
import type { App } from '#core/context.ts'
import { type Db, type Scope, scopeOf } from '#db/scope.ts'
import { encryptAgain } from '#core/encrypt.ts'
import { withTenant } from '#db/pools.ts'
import { authenticatorAad } from './mfa/verification-code.ts'
import { secretAad } from './sso/settings-of.ts'
import {
  listAuthenticatorSecrets,
  replaceAuthenticatorSecret,
  listClientSecrets,
  replaceClientSecret,
} from './secrets.queries.ts'

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
async function renewAuthenticators(db: Db, scope: Scope, secrets: App['secrets']) {
  for (const { user_id, secret: old } of await listAuthenticatorSecrets(db, scope)) {
    const secret = encryptAgain(secrets, authenticatorAad(scope.tenantId, user_id), old)
    if (secret) await replaceAuthenticatorSecret(db, scope, user_id, { old, secret })
  }
}

async function renewConnections(db: Db, scope: Scope, secrets: App['secrets']) {
  for (const { id, client_secret: old } of await listClientSecrets(db, scope)) {
    const secret = encryptAgain(secrets, secretAad(scope.tenantId, id), old)
    if (secret) await replaceClientSecret(db, scope, id, { old, secret })
  }
}
