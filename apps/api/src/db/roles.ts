import { createHmac } from 'node:crypto'
import pg from 'pg'
import { StartError } from '#core/start-error.ts'

/** The owner migrates and never serves. */
export type ServingRole = 'wm_app' | 'wm_platform' | 'wm_reader' | 'wm_backup'

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
  await ensureBackupRole(client, secret)
}

/** Without the limits of the others, because a backup reads whole tables. */
async function ensureBackupRole(client: pg.Client, secret: string) {
  await createRole(client, 'wm_backup', 'login nosuperuser nocreatedb nocreaterole nobypassrls')
  const { rows } = await client.query<{ old: boolean }>(
    `select rolbypassrls or not rolcanlogin as old from pg_roles where rolname = 'wm_backup'`,
  )
  // Earlier versions created it for the host's own backups.
  if (rows[0]?.old) await client.query('alter role wm_backup login nobypassrls')
  const password = pg.escapeLiteral(rolePassword('wm_backup', secret))
  await client.query(`alter role wm_backup password ${password}`)
  await client.query('alter role wm_backup set default_transaction_read_only = on')
}

async function createRole(client: pg.Client, name: string, attributes: string) {
  const { rowCount } = await client.query('select from pg_roles where rolname = $1', [name])
  if (rowCount === 0) await client.query(`create role ${name} ${attributes}`)
}

/**
 * Refuses a serving role that row-level security doesn't bind, including inherited rights. Only the reader may have
 * policies that are `true`.
 */
export async function refuseStrongRole(pool: pg.Pool, { isReader = false } = {}): Promise<void> {
  const { rows } = await pool.query<{ name: string; strong: boolean }>(
    `select current_user as name, bool_or(r.rolsuper or r.rolbypassrls)
      or exists (select from pg_class c where c.relowner = current_user::regrole)
      or exists (select from pg_policy p cross join unnest(p.polroles) role
        where pg_get_expr(p.polqual, p.polrelid) = 'true' and not ($1 and role = current_user::regrole)
          and (role = 0 or pg_has_role(current_user, role, 'member'))) as strong
    from pg_roles r where pg_has_role(current_user, r.oid, 'member')`,
    [isReader],
  )
  if (rows[0]?.strong !== false) {
    throw new StartError(
      `The database role ${rows[0]?.name ?? ''} can bypass row-level security, so Waymark did not start. Remove the role’s superuser, BYPASSRLS and table ownership rights, and policies that are always true.`,
    )
  }
}

/** Refuses a reader that can write or has another role's rights. */
export async function refuseStrongReader(pool: pg.Pool): Promise<void> {
  await refuseStrongRole(pool, { isReader: true })
  const { rows } = await pool.query<{ name: string; strong: boolean }>(`
    select current_user as name, current_setting('default_transaction_read_only') <> 'on'
      or exists (select from pg_auth_members where member = current_user::regrole)
      or exists (select from pg_class c where c.relkind in ('r', 'p', 'v', 'm', 'f')
        and c.relnamespace <> all (array['pg_catalog', 'information_schema']::regnamespace[])
        and (has_table_privilege(c.oid, 'insert, update, delete, truncate') or has_any_column_privilege(c.oid, 'insert, update')))
      or exists (select from pg_namespace n where has_schema_privilege(n.oid, 'create')) as strong`)
  if (rows[0]?.strong !== false) {
    throw new StartError(
      `The database role ${rows[0]?.name ?? ''} can do more than read, so Waymark did not start. Revoke the role’s write rights and memberships.`,
    )
  }
}
