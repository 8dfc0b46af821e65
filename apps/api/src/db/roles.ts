import pg from 'pg'
import { StartError } from '#start-error.ts'
import { isAccepted, type OwnerLogin, ownerLogin, refuseForeignRole } from './owner-login.ts'
import {
  ensurePasswords,
  type RolePasswords,
  SERVING_ROLES,
  type ServingRole,
} from './role-passwords.ts'

/** Of most serving roles' sessions. */
const SHARED_SETTINGS = {
  statement_timeout: '10s',
  lock_timeout: '5s',
  idle_in_transaction_session_timeout: '15s',
  // A plan made for a small table would keep scanning it as it grows.
  enable_seqscan: 'off',
}

// Lists are planned for their filters. A generic plan takes twice as long.
const CUSTOM_PLANS = { plan_cache_mode: 'force_custom_plan' }
const READ_ONLY = { default_transaction_read_only: 'on' }

const SETTINGS: Record<ServingRole, Record<string, string>> = {
  app: SHARED_SETTINGS,
  platform: { ...SHARED_SETTINGS, ...CUSTOM_PLANS },
  reader: { ...SHARED_SETTINGS, ...CUSTOM_PLANS, ...READ_ONLY },
  // Without the limits, because a backup reads whole tables.
  backup: READ_ONLY,
}

export function roleName(prefix: string, role: ServingRole | 'owner'): string {
  return `${prefix}_${role}`
}

/** Statements name the roles with the usual prefix. */
export function withPrefix(text: string, prefix: string): string {
  return text.replaceAll(/\bwm_(?=(owner|app|platform|reader|backup)\b)/g, `${prefix}_`)
}

/** The owner's address with the role's name and password. */
export function roleUrl(ownerUrl: string, name: string, password: string): string {
  const url = new URL(ownerUrl)
  url.username = name
  url.password = password
  return url.href
}

/** Creates the roles and lets the owner use this database. One transaction, so that a refusal changes nothing. */
export async function prepareRoles(client: pg.Client, ownerUrl: string, prefix: string) {
  const owner = roleName(prefix, 'owner')
  await client.query('begin')
  await ensureOwner(client, prefix)
  const { rows } = await client.query<{ name: string }>('select current_database() as name')
  const database = pg.escapeIdentifier(rows[0]?.name ?? '')
  await client.query(`grant create, connect on database ${database} to ${owner}`)
  // Without sequential scans many plans seem so expensive that PostgreSQL would compile them.
  await client.query(`alter database ${database} set jit = off`)
  await client.query(`revoke temporary on database ${database} from public`)
  await client.query('revoke create on schema public from public')
  await client.query(`grant usage, create on schema public to ${owner}`)
  await client.query(`set local role ${owner}`)
  const passwords = await ensurePasswords(client)
  await client.query('set local role none')
  await ensureServingRoles(client, { ownerUrl, prefix, passwords })
  await client.query(
    withPrefix('grant usage on schema public to wm_app, wm_platform, wm_reader, wm_backup', prefix),
  )
  await client.query('commit')
}

/** Creates the role that owns the schema, if needed, and lets this login act as it. */
async function ensureOwner(client: pg.Client, prefix: string): Promise<void> {
  const login = await ownerLogin(client)
  const owner = roleName(prefix, 'owner')
  await createRole(client, login, owner, 'nologin')
  const { rows } = await client.query<{ may: boolean }>(
    `select pg_has_role(oid, 'set') and pg_has_role(oid, 'usage') as may from pg_roles where rolname = $1`,
    [owner],
  )
  if (rows[0]?.may) return
  await refuseForeignRole(client, login, owner)
  await client.query(`grant ${owner} to current_user`)
}

/** Creates the serving roles, or changes what differs. What is right stays, because other nodes use it. */
async function ensureServingRoles(
  client: pg.Client,
  { ownerUrl, prefix, passwords }: { ownerUrl: string; prefix: string; passwords: RolePasswords },
): Promise<void> {
  const login = await ownerLogin(client)
  for (const role of SERVING_ROLES) {
    const name = roleName(prefix, role)
    const password = passwords[role]
    const attributes = `login nosuperuser nocreatedb nocreaterole nobypassrls password ${pg.escapeLiteral(password)}`
    const isNew = await createRole(client, login, name, attributes)
    const missing = await missingSettings(client, name, SETTINGS[role])
    const isRefused = !isNew && !(await isAccepted(roleUrl(ownerUrl, name, password)))
    if (missing.length > 0 || isRefused)
      await refuseForeignRole(client, login, name, { replacesPassword: isRefused })
    if (isRefused) await letSignIn(client, name)
    if (isRefused) await client.query(`alter role ${name} password ${pg.escapeLiteral(password)}`)
    for (const [setting, value] of missing)
      await client.query(`alter role ${name} set ${setting} = ${pg.escapeLiteral(value)}`)
  }
}

/** Version 0.2.0 created wm_backup for the host's own backups: without a login, and past row-level security. */
async function letSignIn(client: pg.Client, name: string): Promise<void> {
  const { rows } = await client.query<{ cannot: boolean; bypasses: boolean }>(
    'select not rolcanlogin as cannot, rolbypassrls as bypasses from pg_roles where rolname = $1',
    [name],
  )
  if (rows[0]?.cannot) await client.query(`alter role ${name} login`)
  if (rows[0]?.bypasses) await client.query(`alter role ${name} nobypassrls`)
}

async function missingSettings(client: pg.Client, name: string, wanted: Record<string, string>) {
  const { rows } = await client.query<{ config: string[] | null }>(
    'select rolconfig as config from pg_roles where rolname = $1',
    [name],
  )
  const present = new Set(rows[0]?.config)
  return Object.entries(wanted).filter(([setting, value]) => !present.has(`${setting}=${value}`))
}

/** Returns false if the role exists. */
async function createRole(
  client: pg.Client,
  { name: login, canCreateRoles }: OwnerLogin,
  name: string,
  attributes: string,
): Promise<boolean> {
  const { rowCount } = await client.query('select from pg_roles where rolname = $1', [name])
  if (rowCount !== 0) return false
  if (!canCreateRoles)
    throw new StartError(
      `The login ${login} in DATABASE_URL can’t create the role ${name}. Run this as a superuser: alter role ${pg.escapeIdentifier(login)} createrole`,
    )
  await client.query(`create role ${name} ${attributes}`)
  return true
}
