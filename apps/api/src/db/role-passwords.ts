import { randomBytes } from 'node:crypto'
import pg from 'pg'

/** The owner migrates and never serves. */
export type ServingRole = 'app' | 'platform' | 'reader' | 'backup'

export const SERVING_ROLES: readonly ServingRole[] = ['app', 'platform', 'reader', 'backup']

export type RolePasswords = Record<ServingRole, string>

/**
 * The serving roles' passwords (docs/decisions/087). Runs as the owner. No other role can read them, so their schema
 * isn't `public`.
 */
export async function ensurePasswords(client: pg.Client): Promise<RolePasswords> {
  await client.query('create schema if not exists roles')
  await client.query(
    'create table if not exists roles.passwords (role text primary key, password text not null)',
  )
  for (const role of SERVING_ROLES)
    await client.query('insert into roles.passwords values ($1, $2) on conflict do nothing', [
      role,
      randomBytes(32).toString('base64url'),
    ])
  return await passwordsOf(client)
}

export async function readPasswords(ownerUrl: string): Promise<RolePasswords> {
  const client = new pg.Client({ connectionString: ownerUrl, connectionTimeoutMillis: 5000 })
  client.on('error', () => {})
  try {
    await client.connect()
    return await passwordsOf(client)
  } finally {
    await client.end()
  }
}

async function passwordsOf(client: pg.Client): Promise<RolePasswords> {
  const { rows } = await client.query<{ role: string; password: string }>(
    'select role, password from roles.passwords',
  )
  return Object.fromEntries(rows.map(({ role, password }) => [role, password])) as RolePasswords
}
