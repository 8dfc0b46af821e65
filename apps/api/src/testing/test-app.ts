import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import type { SendMail } from '#adapters/mail.ts'
import { type App, scopeOf } from '#core/context.ts'
import { makeFrozen } from '#core/frozen.ts'
import { makeHosts } from '#core/host-tenant.ts'
import { readEnv } from '#env.ts'
import type { Db } from '#db/driver.ts'
import { withTenant } from '#db/pools.ts'
import { addFirstRows } from '#demo/first-rows.ts'
import { type Closers, startApp } from '#start-app.ts'
import { clientOf } from './client.ts'
import { copyDatabase, emptyDatabase } from './database.ts'
import { type SessionWish, type TestUser, aSession } from './factories.ts'
import { headerFaults } from './header-check.ts'
import { TEST_SECRET } from './names.ts'

export type Answer = LightMyRequestResponse
export type CallOptions = InjectOptions & { host: string }
export type TestApp = Awaited<ReturnType<typeof buildTestApp>>

type Options = {
  sendMail?: SendMail
  env?: Record<string, string>
  works?: boolean
  /** Another node on the same database, which is that one's to drop. */
  besides?: Omit<Awaited<ReturnType<typeof copyDatabase>>, 'drop'>
}

/** An app that its test file has closed: the next file of this worker gets it, with an emptied database. */
let spare: TestApp | undefined

/**
 * The whole server on a database of its own, copied from the migrated template. Close it in `afterAll`. Without
 * options but `works: false` one app serves file after file: starting another takes longer than emptying it.
 */
export async function startTestApp(options: Options = {}): Promise<TestApp> {
  const isPlain = Object.entries(options).every(([name, value]) => name === 'works' && !value)
  if (!isPlain || Object.keys(options).length === 0) return await buildTestApp(options)
  const reused = spare
  spare = undefined
  return reused ?? (await buildTestApp(options, keepSpare))
}

/** Whether it was kept for the next file; one that listens on a port is not. */
async function keepSpare(t: TestApp, untouched: App, now: () => Date): Promise<boolean> {
  if (spare !== undefined || t.http.server.listening) return false
  spare = t
  await emptyDatabase(t.owner)
  await rm(t.filesDir, { recursive: true, force: true })
  const hosts = makeHosts(untouched.pools.app, untouched.env.BASE_DOMAIN)
  Object.assign(t.app, untouched, { hosts, frozen: makeFrozen() })
  t.clock.now = now
  await addFirstRows(t.app.pools)
  return true
}

async function buildTestApp(
  { sendMail, env = {}, works = true, besides }: Options,
  keep?: typeof keepSpare,
) {
  const { ownerUrl, owner, db, drop } = besides
    ? { ...besides, drop: async () => {} }
    : await copyDatabase()
  const log = pino({ level: process.env.TEST_LOG ?? 'silent' })
  const realTime = () => new Date()
  const clock = { now: realTime }
  const dataDir = await mkdtemp(join(tmpdir(), 'waymark-files-'))
  const environment = readEnv({
    NODE_ENV: 'test',
    WEB_DIST: '/nowhere',
    DATA_DIR: dataDir,
    ...env,
  })
  const closers: Closers = []
  const { app, http } = await startApp(
    {
      env: environment,
      log,
      now: () => clock.now(),
      ownerUrl,
      secrets: [TEST_SECRET],
      poolSize: 5,
      sendMail,
      hasJobs: works,
      hasSweeps: false,
    },
    closers,
  )
  const call = (options: CallOptions) =>
    checkedCall(http, options, environment.NODE_ENV === 'production')
  const untouched = { ...app }
  const t = {
    app,
    http,
    ownerUrl,
    owner,
    /** Every tenant's rows: for arranging and checking only. */
    db,
    /** Set `clock.now` to move the server's clock. */
    clock,
    inTenant: <T>(tenantId: number, work: (db: Db) => Promise<T>) =>
      withTenant(app.pools, tenantId, work),
    scope: scopeOf,
    call,
    /** Calls as this person, at the person's own host. */
    as: (user: TestUser, wish?: SessionWish) =>
      clientOf(
        call,
        user.host,
        once(() => tokenFor(app, db, user, wish)),
      ),
    /** Where its files are. */
    filesDir: join(dataDir, 'files'),
    /** Calls of a visitor of this host. */
    at: (host: string) => clientOf(call, host),
    close: async () => {
      if (await keep?.(t, untouched, realTime)) return
      for (const close of closers.toReversed()) await close()
      await drop()
      await rm(dataDir, { recursive: true })
    },
  }
  return t
}

async function tokenFor({ tokens }: App, db: Db, user: TestUser, wish?: SessionWish) {
  const sessionId = await aSession(db, user, wish)
  return await tokens.sign({ userId: user.id, tenantId: user.tenantId, sessionId })
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined
  return () => (made ??= make())
}

/** One call to a host; a body goes as JSON. Every answer of every test passes the header check. */
async function checkedCall(
  http: FastifyInstance,
  { host, headers, ...options }: CallOptions,
  isProduction: boolean,
): Promise<Answer> {
  const answer = await http.inject({ ...options, headers: { host, ...headers } })
  const url = typeof options.url === 'string' ? options.url : (options.url?.pathname ?? '/')
  const faults = headerFaults(answer, url, isProduction)
  if (faults.length > 0) throw new Error(`${options.method ?? 'GET'} ${url}: ${faults.join('; ')}`)
  return answer
}
