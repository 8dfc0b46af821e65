import type { Db, Scope } from '#db/scope.ts'

type Replaced = { old: Buffer; secret: Buffer }

export async function listAuthenticatorSecrets(db: Db, { tenantId }: Scope) {
  return await db
    .selectFrom('authenticators')
    .select(['user_id', 'secret'])
    .where('tenant_id', '=', tenantId)
    .execute()
}

export async function replaceAuthenticatorSecret(
  db: Db,
  { tenantId }: Scope,
  userId: number,
  { old, secret }: Replaced,
): Promise<void> {
  await db
    .updateTable('authenticators')
    .set({ secret })
    .where('tenant_id', '=', tenantId)
    .where('user_id', '=', userId)
    .where('secret', '=', old)
    .execute()
}

export async function listClientSecrets(db: Db, { tenantId }: Scope) {
  return await db
    .selectFrom('sso_connections')
    .select(['id', 'client_secret'])
    .where('tenant_id', '=', tenantId)
    .where('client_secret', 'is not', null)
    .$narrowType<{ client_secret: Buffer }>()
    .execute()
}

export async function replaceClientSecret(
  db: Db,
  { tenantId }: Scope,
  id: number,
  { old, secret }: Replaced,
): Promise<void> {
  await db
    .updateTable('sso_connections')
    .set({ client_secret: secret })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .where('client_secret', '=', old)
    .execute()
}
