import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type pg from 'pg'
import type { InstallationSecrets } from './installation-secret.ts'
import { StartError, reasonOf } from '#start-error.ts'
import { connect } from './connect.ts'
import { claimSecret, refuseWeakSecret } from './installation-secret.ts'
import { type Queues, installQueues } from './queue-schema.ts'
import { refusePooler } from './refuse-pooler.ts'
import { refuseOtherOwner, refuseOtherPrefix, warnOfSuperuser } from './owner-login.ts'
import { prepareRoles, roleName, withPrefix } from './roles.ts'

const FOLDER = resolve(import.meta.dirname, '../../migrations')
const FUNCTIONS = resolve(import.meta.dirname, 'functions')

// Any number, the same on every node.
const ADVISORY_LOCK = 4003

type Options = {
  rolePrefix: string
  queues: Queues
  /** Of a node. */
  secrets?: InstallationSecrets
  /** Of a command that may come before the first node. */
  secret?: string | undefined
  /** Tells the operator. */
  say?: (line: string) => void
}

/** Updates roles, schema, functions and the queue, one node at a time. Each file is one transaction. */
export async function migrate(
  ownerUrl: string,
  { rolePrefix, queues, secrets, secret = secrets?.current, say = () => {} }: Options,
): Promise<void> {
  const client = await connect(ownerUrl)
  try {
    // Before the lock, which a pooler could give to someone else.
    await refuseSharing(client, ownerUrl)
    await lockMigrations(client, say)
    const isNew = await refuseOtherVersion(client)
    if (isNew && secret !== undefined) refuseWeakSecret(secret)
    await refuseOtherPrefix(client, roleName(rolePrefix, 'owner'))
    await refuseOtherOwner(client)
    await warnOfSuperuser(client, say)
    await prepareRoles(client, ownerUrl, rolePrefix)
    await client.query(`set role ${roleName(rolePrefix, 'owner')}`)
    if (secrets) await claimSecret(client, secrets)
    await applyFiles(client, rolePrefix)
    await applyFunctions(client, rolePrefix)
    await installQueues(client, queues, rolePrefix)
  } finally {
    await client.end()
  }
}

async function refuseSharing(client: pg.Client, ownerUrl: string): Promise<void> {
  const other = await connect(ownerUrl)
  await refusePooler(client, other).finally(() => other.end())
}

/**
 * Prepares an empty database for a restore: roles, rights and the queue, then the schema of these migrations in the
 * caller's transaction. The later ones run at the next `migrate`.
 */
export async function startRestoredSchema(
  client: pg.Client,
  names: readonly string[],
  { ownerUrl, rolePrefix, queues }: Options & { ownerUrl: string },
): Promise<void> {
  await refuseOtherOwner(client)
  await prepareRoles(client, ownerUrl, rolePrefix)
  await client.query(`set role ${roleName(rolePrefix, 'owner')}`)
  await installQueues(client, queues, rolePrefix)
  await client.query('begin')
  await createMigrationsTable(client, rolePrefix)
  for (const name of names) await runFile(client, name, rolePrefix)
}

/** Waits until no other process migrates. Ends with the connection. */
export async function lockMigrations(
  client: pg.Client,
  say: (line: string) => void = () => {},
): Promise<void> {
  await refuseOldServer(client)
  const { rows } = await client.query<{ free: boolean }>(
    'select pg_try_advisory_lock($1) as free',
    [ADVISORY_LOCK],
  )
  if (rows[0]?.free) return
  say('Waiting for another node to finish updating the database.')
  await client.query('select pg_advisory_lock($1)', [ADVISORY_LOCK])
}

/** Oldest first. */
export async function migrationNames(): Promise<string[]> {
  return (await readdir(FOLDER)).filter((name) => name.endsWith('.sql')).sort()
}

// Before 17.6, planner statistics could reveal rows that row security hides (CVE-2025-8713).
async function refuseOldServer(client: pg.Client) {
  const { rows } = await client.query<{ server_version_num: string }>('show server_version_num')
  if (Number(rows[0]?.server_version_num) < 170_006) {
    throw new StartError('The database server is too old. Use PostgreSQL 18, or 17.6 or later.')
  }
}

// Called first, so that a refusal changes nothing. Returns whether the database is new.
async function refuseOtherVersion(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ there: boolean }>(
    `select to_regclass('public.migrations') is not null as there`,
  )
  if (!rows[0]?.there) return true
  const known = new Set(await migrationNames())
  const unknown = (await appliedMigrations(client)).find((name) => !known.has(name))
  if (unknown !== undefined) {
    throw new StartError(
      `This database was updated by another version of Waymark (unknown migration ${unknown}). Use that version or an empty database.`,
    )
  }
  return false
}

async function appliedMigrations(client: pg.Client) {
  const { rows } = await client.query<{ name: string }>(
    'select name from public.migrations order by name desc',
  )
  return rows.map(({ name }) => name)
}

async function createMigrationsTable(client: pg.Client, rolePrefix: string) {
  await client.query(
    `create table if not exists migrations (name text primary key, applied_at timestamptz not null default now())`,
  )
  await client.query(withPrefix('grant select on migrations to wm_app, wm_platform', rolePrefix))
}

async function applyFiles(client: pg.Client, rolePrefix: string) {
  await createMigrationsTable(client, rolePrefix)
  const applied = new Set(await appliedMigrations(client))
  for (const name of await migrationNames()) {
    if (!applied.has(name)) await applyFile(client, name, rolePrefix)
  }
}

async function applyFile(client: pg.Client, name: string, rolePrefix: string) {
  try {
    await client.query('begin')
    await runFile(client, name, rolePrefix)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw new StartError(`Migration ${name} failed and was rolled back: ${reasonOf(error)}`)
  }
}

async function runFile(client: pg.Client, name: string, rolePrefix: string) {
  await client.query(withPrefix(await readFile(join(FOLDER, name), 'utf8'), rolePrefix))
  await client.query('insert into migrations (name) values ($1)', [name])
}

/**
 * Creates the functions whose text has changed. Runs as the owner, after the migrations. A function without a file
 * stays until a migration drops it, because older nodes may call it.
 */
async function applyFunctions(client: pg.Client, rolePrefix: string): Promise<void> {
  await client.query(
    'create table if not exists functions (name text primary key, checksum text not null)',
  )
  const { rows } = await client.query<{ name: string; checksum: string }>('select * from functions')
  const applied = new Map(rows.map(({ name, checksum }) => [name, checksum]))
  const changed = (await readFunctions()).filter(
    ({ name, checksum }) => applied.get(name) !== checksum,
  )
  if (changed.length === 0) return
  await client.query('begin')
  // Functions may call each other.
  await client.query('set local check_function_bodies = off')
  for (const { name, text, checksum } of changed) {
    await client.query(withPrefix(text, rolePrefix)).catch(async (error: unknown) => {
      await client.query('rollback')
      throw new StartError(`The database function ${name} could not be created: ${reasonOf(error)}`)
    })
    await client.query(
      'insert into functions values ($1, $2) on conflict (name) do update set checksum = excluded.checksum',
      [name, checksum],
    )
  }
  await client.query('commit')
}

async function readFunctions() {
  const files = (await readdir(FUNCTIONS)).filter((file) => file.endsWith('.sql')).sort()
  return await Promise.all(
    files.map(async (file) => {
      const text = await readFile(join(FUNCTIONS, file), 'utf8')
      const checksum = createHash('sha256').update(text).digest('hex')
      return { name: file.slice(0, -'.sql'.length), text, checksum }
    }),
  )
}
