import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { QueryResultRow } from 'pg'
import { type Logger, pino } from 'pino'
import { afterAll } from 'vitest'
import type { SendMail } from '#adapters/mail.ts'
import type { App } from '#core/context.ts'
import type { Gathering } from '#core/gathering.ts'
import { type Db, scopeOf } from '#db/scope.ts'
import type { Env } from '#core/env.ts'
import { readEnv } from '#read-env.ts'
import { type Waits, withTenant } from '#db/pools.ts'
import { type Closers, startApp } from '#start-app.ts'
import { clientOf } from './client.ts'
import { copyDatabase } from './database.ts'
import { type SessionOptions, type TestUser, aSession } from './factories.ts'
import { headerFaults } from './header-check.ts'
import { LONG_WAITS } from './long-waits.ts'
import { TEST_SECRET } from './names.ts'
import { threads } from './threads.ts'

export type Answer = LightMyRequestResponse
export type CallOptions = InjectOptions & { host: string }
export type TestApp = Awaited<ReturnType<typeof startTestApp>>

type Options = {
  sendMail?: SendMail
  env?: Record<string, string>
  works?: boolean
  secrets?: App['secrets']
  log?: Logger
  waits?: Waits
  /** No call waits for others, unless the test says so. */
  gathering?: Gathering
  /** The first node, whose database this node shares. */
  besides?: Omit<Awaited<ReturnType<typeof copyDatabase>>, 'close'>
}

/** The whole server for a test file, closed after its tests. */
export async function testApp(options?: Options) {
  const t = await startTestApp(options)
  afterAll(() => t.close())
  return t
}

/** The whole server on its own copy of the migrated template. Close it at the end. */
export async function startTestApp({
  sendMail,
  env = {},
  works = true,
  secrets = [TEST_SECRET],
  log = pino({ level: process.env.TEST_LOG ?? 'silent' }),
  waits = LONG_WAITS,
  gathering = async () => {},
  besides,
}: Options = {}) {
  const { ownerUrl, owner, db, close } = besides
    ? { ...besides, close: async () => {} }
    : await copyDatabase()
  const clock = { now: () => new Date() }
  const dataDir = await mkdtemp(join(tmpdir(), 'waymark-files-'))
  const usual = { NODE_ENV: 'test', WEB_DIST: '/nowhere', DATA_DIR: dataDir }
  const environment = readEnv({ ...usual, ...env })
  const closers: Closers = []
  const settings = { env: environment, log, ownerUrl, poolSize: 5, waits, gathering }
  const tasks = { now: () => clock.now(), sendMail, hasJobs: works, hasSweeps: false, threads }
  const { app, http, metrics, tracing } = await startApp(
    { ...settings, ...tasks, secrets },
    closers,
  )
  const call = (options: CallOptions) => checkedCall(http, options, environment)
  return {
    app,
    http,
    metrics,
    tracing,
    ownerUrl,
    owner,
    /** The rows of every tenant: for fixtures and checks only. */
    db,
    /** The rows of a statement as the owner of the database, with parameters for its values. */
    sql: async <Row extends QueryResultRow>(parts: TemplateStringsArray, ...values: unknown[]) => {
      const text = parts.reduce((before, part, n) => `${before}$${n}${part}`)
      return (await owner.query<Row>(text, values)).rows
    },
    /** Set `clock.now` to move the server's clock. */
    clock,
    inTenant: <T>(tenantId: number, work: (db: Db) => Promise<T>) =>
      withTenant(app.pools, tenantId, work),
    scope: scopeOf,
    call,
    /** Calls as this user at their own host. */
    as: (user: TestUser, input?: SessionOptions) =>
      clientOf(
        call,
        user.host,
        once(() => tokenFor(app, db, user, input)),
      ),
    filesDir: join(dataDir, 'files'),
    /** Calls without a session at this host. */
    at: (host: string) => clientOf(call, host),
    close: async () => {
      for (const stop of closers.toReversed()) await stop()
      await close()
      await rm(dataDir, { recursive: true })
    },
  }
}

/** Calls that alternate between this server and a second one on the same database. */
export async function callOfTwoNodes(first: TestApp) {
  const second = await testApp({ works: false, besides: first })
  let turn = 0
  return (options: CallOptions) => {
    turn += 1
    return (turn % 2 === 0 ? first : second).call(options)
  }
}

export async function tokenFor({ tokens }: App, db: Db, user: TestUser, input?: SessionOptions) {
  const sessionId = await aSession(db, user, input)
  return await tokens.sign({ userId: user.id, tenantId: user.tenantId, sessionId })
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let app: Promise<T> | undefined
  return () => (app ??= make())
}

/** One call to a host. Every answer must pass the header check. */
async function checkedCall(
  http: FastifyInstance,
  { host, headers, ...options }: CallOptions,
  { NODE_ENV, PUBLIC_URL }: Env,
): Promise<Answer> {
  const answer = await http.inject({ ...options, headers: { host, ...headers } })
  const url = typeof options.url === 'string' ? options.url : (options.url?.pathname ?? '/')
  const faults = headerFaults(
    answer,
    url,
    NODE_ENV === 'production',
    PUBLIC_URL.startsWith('https:'),
  )
  if (faults.length > 0) throw new Error(`${options.method ?? 'GET'} ${url}: ${faults.join('; ')}`)
  return answer
}
