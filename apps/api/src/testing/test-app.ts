import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { openFiles } from '#adapters/files.ts'
import { makeBreachCheck } from '#adapters/breached.ts'
import { askClamav } from '#adapters/virus-scan.ts'
import { createPdfPrinter } from '#adapters/pdf.ts'
import type { SendMail } from '#adapters/mail.ts'
import { buildApp } from '#app.ts'
import { makeAccessTokens } from '#core/access-token.ts'
import { type App, scopeOf } from '#core/context.ts'
import { readEnv } from '#core/env.ts'
import { makeFrozen } from '#core/frozen.ts'
import { makeHosts } from '#core/host-tenant.ts'
import { startJobs } from '#core/jobs.ts'
import { makeMfaTokens } from '#core/mfa-token.ts'
import type { Db } from '#db/driver.ts'
import { openPools, withTenant } from '#db/pools.ts'
import { addFirstRows } from '#demo/first-rows.ts'
import { makeExport } from '#features/content/exchange/make-export.ts'
import { workOnImport } from '#features/content/exchange/write-import.ts'
import { moveRunning } from '#features/assessments/answering/move-running.ts'
import { scanAttachment } from '#features/assessments/attachments/scan-attachment.ts'
import { sendQueuedMail } from '#support/mails/send-mail.ts'
import { sendAskedLink } from '#features/identity/registration/send-asked-link.ts'
import { makeReport } from '#features/reports/snapshot/make-report.ts'
import { tellAuditors } from '#features/certification/review/tell-auditors.ts'
import { clientOf } from './client.ts'
import { copyDatabase } from './database.ts'
import { type SessionWish, type TestUser, aSession } from './factories.ts'
import { headerFaults } from './header-check.ts'
import { TEST_SECRET } from './names.ts'

export type Answer = LightMyRequestResponse
export type CallOptions = InjectOptions & { host: string }
export type TestApp = Awaited<ReturnType<typeof startTestApp>>

type Options = {
  sendMail?: SendMail
  env?: Record<string, string>
  works?: boolean
  /** Another node on the same database, which is that one's to drop. */
  besides?: Omit<Awaited<ReturnType<typeof copyDatabase>>, 'drop'>
}

/** The whole server on a database of its own, copied from the migrated template. Close it in `afterAll`. */
export async function startTestApp({ sendMail, env = {}, works = true, besides }: Options = {}) {
  const { ownerUrl, owner, db, drop } = besides
    ? { ...besides, drop: async () => {} }
    : await copyDatabase()
  const log = pino({ level: process.env.TEST_LOG ?? 'silent' })
  const pools = await openPools({ ownerUrl, secret: TEST_SECRET, size: 5, onError: () => {} })
  const jobs = await startJobs(pools.queue, log)
  const printer = createPdfPrinter()
  const clock = { now: () => new Date() }
  const now = () => clock.now()
  const dataDir = await mkdtemp(join(tmpdir(), 'waymark-files-'))
  const environment = readEnv({
    NODE_ENV: 'test',
    WEB_DIST: '/nowhere',
    DATA_DIR: dataDir,
    ...env,
  })
  const files = await openFiles(environment)
  const { CLAMAV_URL } = environment
  const scanForViruses = CLAMAV_URL === undefined ? undefined : askClamav(CLAMAV_URL)
  const isBreached = makeBreachCheck(environment.BREACHED_PASSWORDS_URL, (reason) =>
    log.warn(reason),
  )
  const app: App = {
    env: environment,
    pools,
    jobs,
    secret: TEST_SECRET,
    secrets: [TEST_SECRET],
    tokens: makeAccessTokens([TEST_SECRET], now),
    mfaTokens: makeMfaTokens([TEST_SECRET], now),
    frozen: makeFrozen(),
    hosts: makeHosts(pools.app, environment.BASE_DOMAIN),
    adapters: { now, printer, isBreached, sendMail, files, scanForViruses },
  }
  await addFirstRows(pools)
  const http = await buildApp(app, log)
  await http.ready()
  if (works) {
    await jobs.work('mail', (data, attempt) => sendQueuedMail(app, data, attempt))
    await jobs.work('report', (data, attempt) => makeReport(app, data, attempt))
    await jobs.work('scan', (data) => scanAttachment(app, data))
    await jobs.work('link', (data) => sendAskedLink(app, data))
    await jobs.work('import', (data, attempt) => workOnImport(app, data, attempt))
    await jobs.work('export', (data, attempt) => makeExport(app, data, attempt))
    await jobs.work('move', (data, attempt) => moveRunning(app, data, attempt))
    await jobs.work('submission', (data) => tellAuditors(app, data))
  }
  const call = (options: CallOptions) =>
    checkedCall(http, options, environment.NODE_ENV === 'production')
  return {
    app,
    http,
    ownerUrl,
    owner,
    /** Every tenant's rows: for arranging and checking only. */
    db,
    /** Set `clock.now` to move the server's clock. */
    clock,
    inTenant: <T>(tenantId: number, work: (db: Db) => Promise<T>) =>
      withTenant(pools, tenantId, work),
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
      await http.close()
      await jobs.stop()
      await printer.close()
      await pools.close()
      await drop()
      await rm(dataDir, { recursive: true })
    },
  }
}

async function tokenFor({ tokens }: App, db: Db, user: TestUser, wish?: SessionWish) {
  const sessionId = await aSession(db, user, wish)
  return await tokens.sign({ userId: user.id, tenantId: user.tenantId, sessionId })
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined
  return () => (made ??= make())
}

/** One call to a host; a body goes as JSON. Every answer of every test passes the header check (quality.md, row 48). */
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
