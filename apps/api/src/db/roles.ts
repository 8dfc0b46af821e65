import { createHmac } from 'node:crypto'
import pg from 'pg'

/** The owner migrates and never serves. */
export type ServingRole = 'wm_app' | 'wm_platform' | 'wm_reader'

/** The owner's address with the role's name and password. */
export function roleUrl(ownerUrl: string, role: ServingRole, secret: string): string {
  const url = new URL(ownerUrl)
  url.username = role
  url.password = rolePassword(role, secret)
  return url.href
}

// Derived, so that no further secrets need storing. A new secret sets new passwords.
function rolePassword(role: string, secret: string) {
  return createHmac('sha256', secret).update(`database role ${role}`).digest('base64url')
}

/** Runs as the owner's login, which may create roles. */
export async function ensureRoles(client: pg.Client, secret: string): Promise<void> {
  await createRole(client, 'wm_owner', 'nologin')
  await client.query(`grant wm_owner to current_user`)
  for (const role of ['wm_app', 'wm_platform', 'wm_reader'] as const) {
    await createRole(client, role, 'login nosuperuser nocreatedb nocreaterole nobypassrls')
    await client.query(
      `alter role ${role} password ${pg.escapeLiteral(rolePassword(role, secret))}`,
    )
    await client.query(`alter role ${role} set statement_timeout = '10s'`)
    await client.query(`alter role ${role} set lock_timeout = '5s'`)
    await client.query(`alter role ${role} set idle_in_transaction_session_timeout = '15s'`)
    // A plan made for a small table would keep scanning it as it grows.
    await client.query(`alter role ${role} set enable_seqscan = off`)
  }
  await client.query('alter role wm_reader set default_transaction_read_only = on')
  // Lists are planned for their filters. A generic plan takes twice as long.
  for (const role of ['wm_platform', 'wm_reader'])
    await client.query(`alter role ${role} set plan_cache_mode = force_custom_plan`)
  // Only a superuser may create this role. Without it, backups are the host's task.
  const { rows } = await client.query(`select usesuper from pg_user where usename = current_user`)
  if (rows[0]?.usesuper) await createRole(client, 'wm_backup', 'nologin bypassrls')
}

async function createRole(client: pg.Client, name: string, attributes: string) {
  const { rowCount } = await client.query('select from pg_roles where rolname = $1', [name])
  if (rowCount === 0) await client.query(`create role ${name} ${attributes}`)
}
