import pg from 'pg'
import { StartError } from '#start-error.ts'
import { connectOnce } from './wait-for-database.ts'

export type OwnerLogin = { name: string; isSuperuser: boolean; canCreateRoles: boolean }

/** The login of DATABASE_URL. */
export async function ownerLogin(client: pg.Client): Promise<OwnerLogin> {
  const { rows } = await client.query<OwnerLogin>(
    `select rolname as name, rolsuper as "isSuperuser", rolsuper or rolcreaterole as "canCreateRoles"
    from pg_roles where rolname = current_user`,
  )
  if (!rows[0]) throw new Error('The database login has no role.')
  return rows[0]
}

export async function warnOfSuperuser(client: pg.Client, say: (line: string) => void) {
  const { name, isSuperuser } = await ownerLogin(client)
  if (isSuperuser)
    say(
      `The login ${name} in DATABASE_URL is a superuser, which Waymark doesn’t need. Create a separate login for Waymark: see "Database roles" in docs/operations.md.`,
    )
}

/** Called first, so that a refusal changes nothing. */
export async function refuseOtherOwner(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ login: string; database: string; isOwner: boolean }>(
    `select current_user as login, datname as database, pg_has_role(datdba, 'usage') as "isOwner"
    from pg_database where datname = current_database()`,
  )
  const found = rows[0]
  if (!found || found.isOwner) return
  const [login, database] = [found.login, found.database].map((name) => pg.escapeIdentifier(name))
  throw new StartError(
    `The login ${found.login} in DATABASE_URL doesn’t own the database ${found.database}. Run this as a superuser: alter database ${database} owner to ${login}`,
  )
}

/** The applied migrations name the roles. */
export async function refuseOtherPrefix(client: pg.Client, expected: string): Promise<void> {
  const { rows } = await client.query<{ owner: string }>(
    `select tableowner as owner from pg_tables where schemaname = 'public' and tablename = 'migrations'`,
  )
  const owner = rows[0]?.owner
  if (owner === undefined || owner === expected) return
  throw new StartError(
    `This database belongs to the role ${owner}. Set DATABASE_ROLE_PREFIX to ${owner.replace(/_owner$/, '')}, or use an empty database.`,
  )
}

/** Another installation's role must stay as it is. */
export async function refuseForeignRole(
  client: pg.Client,
  { name: login, isSuperuser }: OwnerLogin,
  role: string,
  { replacesPassword = false } = {},
): Promise<void> {
  const { rows } = await client.query<{ mayChange: boolean; elsewhere: string | null }>(
    `select exists (select from pg_auth_members where roleid = $1::regrole and member = current_user::regrole and admin_option) as "mayChange",
      (select min(d.datname) from pg_shdepend s join pg_database d on d.oid = s.dbid
       where s.refclassid = 'pg_authid'::regclass and s.refobjid = $1::regrole and d.datname <> current_database()) as elsewhere`,
    [role],
  )
  const { mayChange = false, elsewhere = null } = rows[0] ?? {}
  if (replacesPassword && elsewhere !== null)
    throw new StartError(
      `The database role ${role} belongs to the installation in the database ${elsewhere}. Set DATABASE_ROLE_PREFIX to a name that only this installation uses.`,
    )
  if (isSuperuser || mayChange) return
  throw new StartError(
    `The login ${login} in DATABASE_URL can’t change the database role ${role}, which another login created. Set DATABASE_ROLE_PREFIX to a name that only this installation uses. If the role belongs to this installation, run this as a superuser: grant ${role} to ${pg.escapeIdentifier(login)} with admin option`,
  )
}

/** Whether the server accepts this password. Other failures don't show that it is wrong. */
export async function isAccepted(url: string): Promise<boolean> {
  try {
    await connectOnce(url)
    return true
  } catch (error) {
    return !(error instanceof pg.DatabaseError && error.code === '28P01')
  }
}
