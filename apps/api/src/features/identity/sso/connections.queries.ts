import { sql } from 'kysely'
import type { Scope } from '#core/context.ts'
import type { Db } from '#db/driver.ts'

export type SsoConnection = {
  id: number
  domain: string
  name: string
  kind: string
  issuer: string
  client_id: string | null
  client_secret: Buffer | null
  entry_point: string | null
  idp_certificate: string | null
  creates_users: boolean
  people_tenant_id: number | null
  has_own_address: boolean
  required_contexts: string[]
}

const COLUMNS = [
  'id',
  'domain',
  'name',
  'kind',
  'issuer',
  'client_id',
  'client_secret',
  'entry_point',
  'idp_certificate',
  'creates_users',
  'people_tenant_id',
  'has_own_address',
  'required_contexts',
] as const

/** What visitors may know: which domains, and what to call them. */
export async function listConnections(db: Db, scope: Scope) {
  return await db
    .selectFrom('sso_connections')
    .select(['domain', 'name'])
    .where('tenant_id', '=', scope.tenantId)
    .where('is_active', '=', true)
    .orderBy('name')
    .orderBy('domain')
    .limit(100)
    .execute()
}

export async function findConnection(
  db: Db,
  scope: Scope,
  domain: string,
): Promise<SsoConnection | undefined> {
  return await db
    .selectFrom('sso_connections')
    .select(COLUMNS)
    .where('tenant_id', '=', scope.tenantId)
    .where('domain', '=', domain)
    .where('is_active', '=', true)
    .executeTakeFirst()
}

export async function findConnectionById(
  db: Db,
  scope: Scope,
  id: number,
): Promise<SsoConnection | undefined> {
  return await db
    .selectFrom('sso_connections')
    .select(COLUMNS)
    .where('tenant_id', '=', scope.tenantId)
    .where('id', '=', id)
    .where('is_active', '=', true)
    .executeTakeFirst()
}

export type NewConnection = {
  id: number
  domain: string
  name: string
  issuer: string
  creates_users: boolean
  people_tenant_id: number | null
  required_contexts: string[]
} & (
  | { kind: 'oidc'; client_id: string; client_secret: Buffer | null }
  | { kind: 'saml'; entry_point: string; idp_certificate: string }
)

/** Answers whether it was added: a domain has one connection at most. */
export async function insertConnection(
  db: Db,
  scope: Scope,
  connection: NewConnection,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('sso_connections')
    .values({ tenant_id: scope.tenantId, ...connection })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'domain']).doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

export type ConnectionChange = Partial<
  Pick<SsoConnection, 'has_own_address' | 'required_contexts' | 'idp_certificate'>
>

/** All of them, for those who administer them. */
export async function listAllConnections(db: Db, scope: Scope) {
  return await db
    .selectFrom('sso_connections')
    .select([...COLUMNS, 'is_active', 'version'])
    .where('tenant_id', '=', scope.tenantId)
    .orderBy('domain')
    .execute()
}

type Settings = Pick<SsoConnection, 'name' | 'issuer' | 'client_id' | 'client_secret'> &
  Pick<SsoConnection, 'entry_point' | 'idp_certificate' | 'creates_users' | 'people_tenant_id'> & {
    is_active: boolean
  }

export async function updateConnectionById(
  db: Db,
  scope: Scope,
  id: number,
  change: { [Name in keyof Settings]?: Settings[Name] | undefined },
): Promise<void> {
  await db
    .updateTable('sso_connections')
    .set({ ...change, version: sql<number>`version + 1` })
    .where('tenant_id', '=', scope.tenantId)
    .where('id', '=', id)
    .execute()
}

export async function deleteConnection(db: Db, scope: Scope, id: number): Promise<void> {
  await db
    .deleteFrom('sso_connections')
    .where('tenant_id', '=', scope.tenantId)
    .where('id', '=', id)
    .execute()
}

/** Answers the connection as it is now, if there is one. */
export async function updateConnection(
  db: Db,
  scope: Scope,
  domain: string,
  change: ConnectionChange,
): Promise<SsoConnection | undefined> {
  return await db
    .updateTable('sso_connections')
    .set({ ...change, version: sql<number>`version + 1` })
    .where('tenant_id', '=', scope.tenantId)
    .where('domain', '=', domain)
    .returning(COLUMNS)
    .executeTakeFirst()
}
