import type pg from 'pg'
import { StartError } from '#start-error.ts'

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
      `The database role ${rows[0]?.name ?? ''} can bypass row-level security, so Waymark can’t use this role. See "Database roles" in docs/operations.md.`,
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
      `The database role ${rows[0]?.name ?? ''} has more than read access, so Waymark can’t use this role. See "Database roles" in docs/operations.md.`,
    )
  }
}
