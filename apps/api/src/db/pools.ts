import pg from 'pg'
import { type Batch, openBatch } from './batch.ts'
import { databaseOf } from './driver.ts'
import type { Db } from './scope.ts'
import { type Outage, type OutageLog, watchOutages } from './outage.ts'
import { refusePoolerOf } from './refuse-pooler.ts'
import { refuseStrongReader, refuseStrongRole } from './role-checks.ts'
import { readPasswords, type ServingRole } from './role-passwords.ts'
import { roleName, roleUrl } from './roles.ts'
import { takeConnection } from './take-connection.ts'
import { type Caller, type TurnLimits, type Turns, openTurns } from './turns.ts'
import { retryWhileAway } from './wait-for-database.ts'

// bigint ids and counts fit into a double.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)
// As in JSON: ISO 8601, UTC.
pg.types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, (text) => new Date(text).toISOString())

export type Pools = {
  app: pg.Pool
  platform: pg.Pool
  /** Reads the rows of every tenant. For `withAllTenants` alone. */ reader: pg.Pool
  /** The job queue's own. */ queue: pg.Pool
  /** One connection, so that probes don't wait for requests. */ probe: pg.Pool
  batch: Batch
  /** Transactions wait here before they take a connection. */
  turns: { app: Turns; platform: Turns; reader: Turns }
  /** How many connections each pool has, and how many calls wait for one. */
  usage: () => PoolUsage[]
  /** Logs a failure, unless an outage of the database explains it. */ report: Outage['report']
  close: () => Promise<void>
}

export type PoolUsage = {
  name: string
  most: number
  busy: number
  idle: number
  waiting: number
  /** How long the oldest call has waited. */
  oldestMs: number
}

/** How long transactions wait for their turn, and then for a connection. Milliseconds. */
export type Waits = Pick<TurnLimits, 'tolerance' | 'patience'> & { connect: number }

export type PoolOptions = {
  ownerUrl: string
  rolePrefix: string
  /** At least 2, for the check of a pooler. */
  size: number
  waits?: Waits | undefined
  log: OutageLog
  /** Called with every new connection. */
  onConnection?: ((client: pg.ClientBase) => void) | undefined
}

// Few, so that waiting calls form larger batches (`bench/save.ts`).
const BATCH_CONNECTIONS = 2
const START_SECONDS = 15
/** Short enough to answer within a second what isn't refused. */
const WAITS: Waits = { tolerance: 500, patience: 900, connect: 2000 }
/** Of jobs and commands, whose failure counts. No one looks at a page until they answer. */
const PATIENCE_OF_JOBS = 60_000
const MOST_OF_ONE = 2
/** Long, because a new connection plans every statement again. */
const IDLE_MS = 300_000

/** Opens the pools. Refuses roles that row-level security doesn't bind. */
export async function openPools({
  ownerUrl,
  rolePrefix,
  size,
  waits = WAITS,
  log,
  onConnection,
}: PoolOptions): Promise<Pools> {
  const passwords = await readPasswords(ownerUrl)
  const urlOf = (role: ServingRole) =>
    roleUrl(ownerUrl, roleName(rolePrefix, role), passwords[role])
  const outage = watchOutages((['app', 'platform', 'reader'] as const).map(urlOf), log)
  let isClosing = false
  const report = (error: Error) => {
    if (!isClosing)
      outage.report(error, () => log.warn(`database connection lost: ${error.message}`))
  }
  const openAs = (role: ServingRole, max: number) => {
    const pool = open(urlOf(role), max, waits.connect, report)
    if (onConnection) pool.on('connect', onConnection)
    return pool
  }
  const app = openAs('app', size)
  const platform = openAs('platform', Math.min(size, 4))
  const reader = openAs('reader', Math.min(size, 4))
  const queue = openAs('app', 3)
  const probe = openAs('app', 1)
  const batches = openAs('app', BATCH_CONNECTIONS)
  const all = { app, platform, reader, queue, probe, batches }
  const { batch, state } = openBatch(batches, waits.tolerance)
  const turns = {
    app: openTurns({ ...waits, ...sharesOf(app), mostOfOne: MOST_OF_ONE }),
    platform: openTurns({ ...waits, ...sharesOf(platform) }),
    reader: openTurns({ ...waits, most: reader.options.max }),
  }
  const none = () => ({ waiting: 0, oldestMs: 0 })
  const states: Record<keyof typeof all, typeof none> = {
    app: turns.app.state,
    platform: turns.platform.state,
    reader: turns.reader.state,
    batches: state,
    queue: none,
    probe: none,
  }
  const pools = {
    app,
    platform,
    reader,
    queue,
    probe,
    batch,
    turns,
    usage: () =>
      Object.entries(all).map(([name, { options, totalCount, idleCount, waitingCount }]) => {
        const { waiting, oldestMs } = states[name as keyof typeof all]()
        return {
          name,
          most: options.max,
          busy: totalCount - idleCount,
          idle: idleCount,
          waiting: waiting + waitingCount,
          oldestMs,
        }
      }),
    report: outage.report,
    close: async () => {
      isClosing = true
      outage.stop()
      await Promise.all(Object.values(all).map((pool) => pool.end()))
    },
  }
  try {
    // A busy machine may need several attempts.
    await retryWhileAway(() => refusePoolerOf(app), START_SECONDS)
    await retryWhileAway(() => refuseStrongRole(app), START_SECONDS)
    await retryWhileAway(() => refuseStrongRole(platform), START_SECONDS)
    await retryWhileAway(() => refuseStrongReader(reader), START_SECONDS)
  } catch (error) {
    await pools.close()
    throw error
  }
  return pools
}

/** One connection stays free for what isn't a transaction. Others never wait for all calls of one organisation. */
function sharesOf({ options: { max } }: pg.Pool): Pick<TurnLimits, 'most' | 'mostOfGroup'> {
  const most = Math.max(1, max - 1)
  return { most, mostOfGroup: Math.ceil(most * 0.75) }
}

function open(
  connectionString: string,
  max: number,
  connectionTimeoutMillis: number,
  report: (error: Error) => void,
) {
  const pool = new pg.Pool({
    connectionString,
    max,
    connectionTimeoutMillis,
    // Statements end at 10 s, set on the role.
    idleTimeoutMillis: IDLE_MS,
    query_timeout: 12_000,
    keepAlive: true,
  })
  pool.on('error', report)
  // An error of a client in use is raised there, not on the pool.
  pool.on('connect', (client) => client.on('error', report))
  return pool
}

type Options = { hasLeft?: Caller['hasLeft'] }

/** Runs `work` in one transaction that sees the rows of this tenant only. In a request, pass `hasLeft`. */
export function withTenant<T>(
  { app, turns }: Pools,
  tenantId: number,
  work: (db: Db) => Promise<T>,
  { hasLeft, ...of }: Options & Pick<Caller, 'user' | 'assessment'> = {},
) {
  const id = checked(tenantId)
  const setting = `set_config('app.tenant_id', '${id}', true), ${readOnlyWhileMoving(`{${id}}`)}`
  const patience = hasLeft ? undefined : PATIENCE_OF_JOBS
  const caller = { group: tenantId, hasLeft, patience, ...of }
  return turns.app.run(caller, () => inTransaction(app, setting, work))
}

export type Claims = { tenantId: number; sessionId: number; userId: number }

/** As `withTenant`, with the row of `enter` for a valid session. `inTurn`: transactions of one user run in series. */
export function withSession<T>(
  { app, turns }: Pools,
  claims: Claims,
  work: (db: Db, owner: pg.QueryResultRow | undefined) => Promise<T>,
  { inTurn = false, ...waits }: Options & { inTurn?: boolean } & Pick<Caller, 'assessment'> = {},
): Promise<T> {
  const { tenantId, sessionId, userId } = claims
  const turn = inTurn ? `${turnOf(userId)}; select ` : ''
  const ids = [tenantId, sessionId, userId].map(checked)
  const caller = { group: tenantId, user: userId, ...waits }
  return turns.app.run(caller, () =>
    inTransaction(app, `${turn}* from enter(${ids.join(', ')})`, work),
  )
}

// Negative, because other advisory locks are positive.
function turnOf(userId: number) {
  return `pg_advisory_xact_lock(-${checked(userId)})`
}

/** Runs `work` in one transaction that sees the rows of these tenants. `isSweep`: also changes one that moves. */
export function withTenants<T>(
  { platform, turns }: Pools,
  tenantIds: readonly number[],
  work: (db: Db) => Promise<T>,
  { isSweep = false } = {},
): Promise<T> {
  const ids = tenantIds.map(checked).join(',')
  const group = tenantIds.length === 1 ? ids : 'several'
  const settings = [`set_config('app.tenant_ids', '{${ids}}', true)`]
  if (!isSweep && tenantIds.length <= MOST_OF_PLATFORM)
    settings.push(readOnlyWhileMoving(`{${ids}}`))
  return turns.platform.run({ group }, () => inTransaction(platform, settings.join(', '), work))
}

/** An organisation and the platform. More are a list. */
const MOST_OF_PLATFORM = 2

/** No request, job or command changes an organisation that moves. It can be read. */
function readOnlyWhileMoving(ids: string) {
  return `(select set_config('transaction_read_only', 'on', true) from tenants
    where id = any('${ids}') and kind = 'organisation' having bool_and(moving_at is not null))`
}

/**
 * Runs `work` in one read-only transaction that sees the rows of every tenant. Call it through `inAllOrganisations`,
 * which checks the role.
 */
export function withAllTenants<T>(
  { reader, turns }: Pools,
  work: (db: Db) => Promise<T>,
): Promise<T> {
  return turns.reader.run({ group: 'all' }, () =>
    inTransaction(reader, `set_config('transaction_read_only', 'on', true)`, work),
  )
}

// Ids are part of the statement, so that BEGIN and the setting are one round trip.
function checked(id: number) {
  if (!Number.isSafeInteger(id) || id <= 0) throw new Error('An ID must be a positive integer.')
  return id
}

async function inTransaction<T>(
  pool: pg.Pool,
  setting: string,
  work: (db: Db, owner: pg.QueryResultRow | undefined) => Promise<T>,
): Promise<T> {
  const client = await takeConnection(pool)
  try {
    // Several statements return several results, unlike the driver's types.
    const results = (await client.query(`begin; select ${setting}`)) as unknown as {
      rows: pg.QueryResultRow[]
    }[]
    const result = await work(databaseOf(client), results.at(-1)?.rows[0])
    const { command } = await client.query('commit')
    // PostgreSQL answers COMMIT with ROLLBACK if the error of a failed statement was swallowed.
    if (command !== 'COMMIT') throw new Error('The transaction was already aborted.')
    client.release()
    return result
  } catch (error) {
    if (isSilence(error)) client.release(error)
    else await rollBack(client)
    throw error
  }
}

// A connection that timed out is closed. Its rollback would time out too.
function isSilence(error: unknown): error is Error {
  return error instanceof Error && error.message === 'Query read timeout'
}

async function rollBack(client: pg.PoolClient) {
  try {
    await client.query('rollback')
    client.release()
  } catch (error) {
    client.release(error instanceof Error ? error : true)
  }
}
