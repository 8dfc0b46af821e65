import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Client, DatabaseError } from 'pg'
import { FilesError } from '#adapters/files.ts'
import type { Env } from '#core/env.ts'
import { ApiError } from '#core/errors.ts'
import { isDatabaseAway, isOfDatabase } from '#db/database-errors.ts'
import { readSecrets } from '#core/secret.ts'
import { StartError, reasonOf, rootReason } from '#start-error.ts'
import { startEmbedded } from '#db/embedded.ts'
import { refuseOtherSecret } from '#db/installation-secret.ts'
import { migrate } from '#db/migrate.ts'
import { refuseOtherOwner, refuseOtherPrefix } from '#db/owner-login.ts'
import { roleName } from '#db/roles.ts'
import { connectSoon } from '#db/wait-for-database.ts'
import { queues } from '#queues.ts'
import { type Pools, openPools } from '#db/pools.ts'
import { seedDatabase } from '#demo/seed.ts'
import type { z } from 'zod'
import type { HostTenant } from '#core/host-tenant.ts'

/** Runs a command on this installation, whether or not Waymark is running. */
export async function withInstallation<T>(
  env: Env,
  work: (pools: Pools, ownerUrl: string) => Promise<T>,
) {
  return await withDatabase(env, async (ownerUrl, isRunning) => {
    const rolePrefix = env.DATABASE_ROLE_PREFIX
    // A running installation has migrated already.
    if (!isRunning) await migrate(ownerUrl, { rolePrefix, queues, secret: env.WAYMARK_SECRET })
    return await withPools(env, ownerUrl, async (pools) => {
      if (!isRunning) await seedDatabase(pools, env)
      return await work(pools, ownerUrl)
    })
  })
}

/** Passes the owner's address of this installation's database, which is started if it isn't running. */
export async function withDatabase<T>(
  env: Env,
  work: (ownerUrl: string, isRunning: boolean) => Promise<T>,
): Promise<T> {
  const running = env.DATABASE_URL ?? (await findRunning(env.DATA_DIR))
  if (running !== undefined)
    return await refuseUnusable(running, env)
      .then(() => work(running, true))
      .catch(explain)
  const database = await startEmbedded({
    dataDir: env.DATA_DIR,
    log: { debug() {}, error: (line) => void process.stderr.write(`${line}\n`) },
  }).catch(explain)
  try {
    return await work(database.url, false).catch(explain)
  } finally {
    await database.stop()
  }
}

/** Refuses a database or a login that no command can use. */
async function refuseUnusable(url: string, env: Env): Promise<void> {
  try {
    const client = await connectSoon(url)
    try {
      await refuseOtherOwner(client)
      await refuseOtherPrefix(client, roleName(env.DATABASE_ROLE_PREFIX, 'owner'))
    } finally {
      await client.end()
    }
  } catch (error) {
    if (!isOfDatabase(error) || reasonFor(error) !== undefined) throw error
    throw new StartError(`Waymark can’t use the database: ${reasonOf(error)}. Check DATABASE_URL.`)
  }
}

/** The address of the embedded server of a running Waymark, if there is one. */
async function findRunning(dataDir: string): Promise<string | undefined> {
  const folder = join(dataDir, 'postgres')
  const [pid, password] = await Promise.all(
    ['postmaster.pid', 'waymark-password'].map((name) =>
      readFile(join(folder, name), 'utf8').catch(() => ''),
    ),
  )
  // The fourth line is the port (PostgreSQL's own format).
  const port = pid?.split('\n')[3]
  if (!port || !password) return undefined
  const url = `postgres://postgres:${password}@127.0.0.1:${port}/waymark`
  const client = new Client(url)
  try {
    await client.connect()
    return url
  } catch {
    return undefined
  } finally {
    await client.end()
  }
}

const SILENT = { warn() {}, info() {} }

export async function withPools<T>(env: Env, ownerUrl: string, work: (pools: Pools) => Promise<T>) {
  const rolePrefix = env.DATABASE_ROLE_PREFIX
  const pools = await openPools({ ownerUrl, rolePrefix, size: 2, log: SILENT })
  try {
    return await work(pools)
  } finally {
    await pools.close()
  }
}

/** The secret of this installation. Refuses another one. */
export async function installationSecret(env: Env, ownerUrl: string): Promise<string> {
  const secrets = await readSecrets(env)
  await refuseOtherSecret(ownerUrl, secrets)
  return secrets.current
}

const REASONS: Record<string, string> = {
  '25006':
    'The organisation is moving to another installation, so nothing was changed. To stop the move, use npm run tenant -- keep LABEL.',
  '28P01': 'The database refused the password. Set DATABASE_URL to the value that the server uses.',
  '42P01': 'The database has no tables yet. Start Waymark once, then try again.',
  ECONNREFUSED:
    'Waymark can’t reach the database. Check that it is running, and check DATABASE_URL.',
}

function explain(error: unknown): never {
  if (error instanceof ApiError)
    throw new StartError([error.message, ...Object.values(error.extra.fields ?? {})].join('\n'))
  if (error instanceof FilesError)
    throw new StartError(`Waymark can’t use the file store: ${rootReason(error)}`)
  const reason = reasonFor(error)
  if (reason !== undefined) throw new StartError(reason)
  if (!isLost(error)) throw error
  throw new StartError(
    `Waymark can’t use the database: ${reasonOf(error)}. Check that it is running, then try again.`,
  )
}

const LOST =
  /^(Connection terminated|Client has|(connect|read) ECONNRESET|write (EPIPE|ECONNRESET))/

/** Whether the server has ended or refused a connection. Errors of files and buckets can look alike. */
function isLost(error: unknown): error is Error {
  if (!(error instanceof Error) || !isDatabaseAway(error)) return false
  return error instanceof DatabaseError || LOST.test(error.message)
}

function reasonFor(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error ? REASONS[String(error.code)] : undefined
}

/** Validates a command's input. The error names every field at fault. */
export function readInput<S extends z.ZodType>(schema: S, input: unknown): z.output<S> {
  const result = schema.safeParse(input)
  if (result.success) return result.data
  const faults = result.error.issues.map(({ path, message }) => `  ${path.join(' ')}: ${message}`)
  throw new StartError(
    ['Nothing was changed. Correct these values:', ...new Set(faults)].join('\n'),
  )
}

export type NamedTenant = Pick<HostTenant, 'id' | 'name' | 'domain' | 'kind' | 'timeZone'> & {
  /** To another installation. It can be read, but not changed. */
  isMoving: boolean
}

/** The special tenants have the labels `public` and PLATFORM_LABEL. */
export async function findTenant(pools: Pools, label: string): Promise<NamedTenant> {
  const tenants = await listTenants(pools)
  const tenant = tenants.find(({ domain }) => domain === label.toLowerCase())
  if (tenant) return tenant
  const known = tenants.map(({ domain }) => domain).join(', ')
  throw new StartError(`No organisation has the label ${label}. Choose one of these: ${known}.`)
}

export async function listTenants(pools: Pools): Promise<NamedTenant[]> {
  const { rows } = await pools.app.query<NamedTenant>(
    `select id, name, domain, kind, time_zone as "timeZone", moving_at is not null as "isMoving"
    from tenants order by domain`,
  )
  return rows
}
