import type { Logger } from 'pino'
import { makeBreachCheck } from '#adapters/breached.ts'
import { openFiles } from '#adapters/files.ts'
import { openMail } from '#adapters/mail.ts'
import { askClamav } from '#adapters/virus-scan.ts'
import { createPdfPrinter } from '#adapters/pdf.ts'
import { makeAccessTokens } from '#core/access-token.ts'
import type { App } from '#core/context.ts'
import type { Env } from '#core/env.ts'
import { makeFrozen } from '#core/frozen.ts'
import { makeHosts } from '#core/host-tenant.ts'
import { startJobs } from '#core/jobs.ts'
import { openLog } from '#core/log.ts'
import { makeMfaTokens } from '#core/mfa-token.ts'
import { readSecret } from '#core/secret.ts'
import { startSweep } from '#core/sweep.ts'
import { startEmbedded } from '#db/embedded.ts'
import { migrate } from '#db/migrate.ts'
import { openPools } from '#db/pools.ts'
import { connectLocalIdp } from '#demo/connect-local-idp.ts'
import { isLocalIdpThere } from '#demo/local-idp.ts'
import { addSalesforcePeople, withLocalSalesforce } from '#demo/local-salesforce.ts'
import { loadDemo } from '#demo/load-demo.ts'
import { addFirstRows } from '#demo/first-rows.ts'
import { makeExport } from '#features/content/exchange/make-export.ts'
import { workOnImport } from '#features/content/exchange/write-import.ts'
import { moveRunning } from '#features/assessments/answering/move-running.ts'
import { remindOfExpiry } from '#features/certification/certificates/remind.ts'
import { scanAttachment } from '#features/assessments/attachments/scan-attachment.ts'
import { sweepFiles } from '#features/assessments/attachments/sweep-files.ts'
import { sweepScans } from '#features/assessments/attachments/sweep-scans.ts'
import { sendQueuedMail } from '#support/mails/send-mail.ts'
import { sendAskedLink } from '#features/identity/registration/send-asked-link.ts'
import { makeReport } from '#features/reports/snapshot/make-report.ts'
import { removeOldAssessments } from '#features/organisations/retention/remove-old-assessments.ts'
import { tellAuditors } from '#features/certification/review/tell-auditors.ts'
import { buildApp } from './app.ts'
import { startLines } from './start-lines.ts'

/** How often it is looked for what is due. Milliseconds. */
const MINUTE = 60_000
const HOUR = 3_600_000

/** Database connections of one process: enough to keep two cores busy. */
const POOL_SIZE = 10

export type Running = {
  port: number
  lines: [label: string, value: string][]
  stop: () => Promise<void>
}

/**
 * Starts everything in order; what was started is stopped again in the opposite order, also when a start fails half-way.
 * The clock is the machine's: no setting moves it.
 */
export async function main(env: Env, now: App['adapters']['now'] = machineTime): Promise<Running> {
  const closers: (() => Promise<void> | void)[] = []
  const stop = async () => {
    for (const close of closers.splice(0).reverse()) await close()
  }
  try {
    const hasIdp = env.DEMO && (await isLocalIdpThere())
    const parts = await start({ env: withLocalSalesforce(env, hasIdp), now, hasIdp }, closers)
    return { ...parts, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

function machineTime() {
  return new Date()
}

async function start(
  { env, now, hasIdp }: Pick<Given, 'env' | 'now'> & { hasIdp: boolean },
  closers: (() => Promise<void> | void)[],
): Promise<Omit<Running, 'stop'>> {
  const log = openLog(env)
  const app = await openParts({ env, log, now }, closers)
  await addFirstRows(app.pools)
  const hasDemo = env.DEMO && (await loadDemo(app))
  if (hasDemo) await connectLocalIdp(app, hasIdp)
  if (hasDemo) await addSalesforcePeople(app)
  const http = await buildApp(app, log)
  closers.push(() => http.close())
  await http.listen({ host: env.HOST, port: env.PORT })
  const address = http.server.address()
  const port = typeof address === 'object' && address ? address.port : env.PORT
  await app.jobs.work('mail', (data, attempt) => sendQueuedMail(app, data, attempt))
  await app.jobs.work('report', (data, attempt) => makeReport(app, data, attempt))
  await app.jobs.work('scan', (data) => scanAttachment(app, data))
  await app.jobs.work('link', (data) => sendAskedLink(app, data))
  await app.jobs.work('import', (data, attempt) => workOnImport(app, data, attempt))
  await app.jobs.work('export', (data, attempt) => makeExport(app, data, attempt))
  await app.jobs.work('move', (data, attempt) => moveRunning(app, data, attempt))
  await app.jobs.work('submission', (data) => tellAuditors(app, data))
  const reminders = startSweep(log, HOUR, () => remindOfExpiry(app))
  closers.push(reminders.stop)
  const retention = startSweep(log, HOUR, () => removeOldAssessments(app))
  closers.push(retention.stop)
  const files = startSweep(log, MINUTE, () => sweepFiles(app))
  closers.push(files.stop)
  const scans = startSweep(log, MINUTE, () => sweepScans(app))
  closers.push(scans.stop)
  return { port, lines: startLines(env, hasDemo) }
}

type Given = { env: Env; log: Logger; now: App['adapters']['now'] }

async function openParts({ env, log, now }: Given, closers: (() => Promise<void> | void)[]) {
  const secret = await readSecret(env)
  const ownerUrl = env.DATABASE_URL ?? (await openEmbedded(env, log, closers))
  await migrate(ownerUrl, { secret })
  const pools = await openPools({
    ownerUrl,
    secret,
    size: POOL_SIZE,
    onError: (error) => log.warn(`database connection lost: ${error.message}`),
  })
  closers.push(pools.close)
  const mail = env.SMTP_URL === undefined ? undefined : openMail(env.SMTP_URL)
  if (mail) closers.push(mail.close)
  const printer = createPdfPrinter()
  closers.push(() => printer.close())
  const jobs = await startJobs(pools.queue, log)
  closers.push(jobs.stop)
  const previous = env.WAYMARK_SECRET_PREVIOUS === undefined ? [] : [env.WAYMARK_SECRET_PREVIOUS]
  const secrets: App['secrets'] = [secret, ...previous]
  const isBreached = makeBreachCheck(env.BREACHED_PASSWORDS_URL, (reason) =>
    log.warn(`breached passwords cannot be asked for, none is refused: ${reason}`),
  )
  const files = await openFiles(env)
  const scanForViruses = env.CLAMAV_URL === undefined ? undefined : askClamav(env.CLAMAV_URL)
  const app: App = {
    env,
    pools,
    jobs,
    secret,
    secrets,
    tokens: makeAccessTokens(secrets, now),
    mfaTokens: makeMfaTokens(secrets, now),
    frozen: makeFrozen(),
    hosts: makeHosts(pools.app, env.BASE_DOMAIN),
    adapters: { now, printer, isBreached, sendMail: mail?.send, files, scanForViruses },
  }
  return app
}

async function openEmbedded(
  env: Env,
  log: Logger,
  closers: (() => Promise<void> | void)[],
): Promise<string> {
  const database = await startEmbedded({
    dataDir: env.DATA_DIR,
    log: { debug: (line) => log.debug(line), error: (line) => log.error(line) },
  })
  closers.push(database.stop)
  return database.localUrl
}
