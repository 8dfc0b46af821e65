import { type Selectable, sql } from 'kysely'
import type { Scope, Db } from '#db/scope.ts'
import type { SsoConnections } from '#db/schema.gen.ts'

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

export type SsoConnection = Pick<Selectable<SsoConnections>, (typeof COLUMNS)[number]>

/** What visitors may see. */
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

/** An active connection. */
export async function findConnection(
  db: Db,
  scope: Scope,
  by: { id: number } | { domain: string },
): Promise<SsoConnection | undefined> {
  return await db
    .selectFrom('sso_connections')
    .select(COLUMNS)
    .where('tenant_id', '=', scope.tenantId)
    .where((eb) => eb.and(by))
    .where('is_active', '=', true)
    .executeTakeFirst()
}

/** Whether a connection is there and turned off. */
export async function isTurnedOff(
  db: Db,
  scope: Scope,
  by: { id: number } | { domain: string } | { issuer: string },
): Promise<boolean> {
  const found = await db
    .selectFrom('sso_connections')
    .select('id')
    .where('tenant_id', '=', scope.tenantId)
    .where((eb) => eb.and(by))
    .where('is_active', '=', false)
    .executeTakeFirst()
  return found !== undefined
}

/** Active SAML connections to one provider. */
export async function listSamlConnections(db: Db, scope: Scope, issuer: string) {
  return await db
    .selectFrom('sso_connections')
    .select(COLUMNS)
    .where('tenant_id', '=', scope.tenantId)
    .where('kind', '=', 'saml')
    .where('issuer', '=', issuer)
    .where('is_active', '=', true)
    .orderBy('domain')
    .execute()
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

/** Answers whether it was added. A domain has one connection. */
export async function insertConnection(db: Db, scope: Scope, connection: NewConnection) {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('sso_connections')
    .values({ tenant_id: scope.tenantId, ...connection })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'domain']).doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

/** All connections, for admins. */
export async function listAllConnections(db: Db, scope: Scope) {
  return await db
    .selectFrom('sso_connections')
    .select([...COLUMNS, 'is_active', 'version'])
    .where('tenant_id', '=', scope.tenantId)
    .orderBy('domain')
    .execute()
}

type Settings = Omit<SsoConnection, 'id' | 'domain' | 'kind'> & { is_active: boolean }
export type ConnectionChange = { [Name in keyof Settings]?: Settings[Name] | undefined }

/** Answers the changed connection, if there is one. */
export async function updateConnection(
  db: Db,
  scope: Scope,
  by: { id: number } | { domain: string },
  change: ConnectionChange,
): Promise<SsoConnection | undefined> {
  return await db
    .updateTable('sso_connections')
    .set({ ...change, version: sql<number>`version + 1` })
    .where('tenant_id', '=', scope.tenantId)
    .where((eb) => eb.and(by))
    .returning(COLUMNS)
    .executeTakeFirst()
}

/** Whether sign-ins that have started were checked against something else. */
export function isOfSignIns(change: ConnectionChange): boolean {
  return OF_A_SIGN_IN.some((name) => change[name] !== undefined)
}

const OF_A_SIGN_IN = [
  'issuer',
  'entry_point',
  'idp_certificate',
  'client_id',
  'creates_users',
  'required_contexts',
  'people_tenant_id',
  'is_active',
] as const

export async function deleteConnection(db: Db, scope: Scope, id: number): Promise<void> {
  await db
    .deleteFrom('sso_connections')
    .where('tenant_id', '=', scope.tenantId)
    .where('id', '=', id)
    .execute()
}
