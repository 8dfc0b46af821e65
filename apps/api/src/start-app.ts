import { randomUUID } from 'node:crypto'
import type { Logger } from 'pino'
import { createBreachCheck } from '#adapters/breached.ts'
import { openFiles, prepareFolder } from '#adapters/files.ts'
import { type SendMail, openMail } from '#adapters/mail.ts'
import { createPdfPrinter } from '#adapters/pdf.ts'
import { type Threads, openThreads } from '#adapters/threads.ts'
import { scanWithClamav } from '#adapters/virus-scan.ts'
import { removeOrganisations } from '#backup/remove-organisations.ts'
import { makeScheduledBackup, refuseOldBackup } from '#backup/scheduled-backup.ts'
import { createAccessTokens } from '#core/access-token.ts'
import type { App } from '#core/context.ts'
import { type Env, areMetricsOn } from '#core/env.ts'
import { reasonOf } from './start-error.ts'
import { createCache } from '#core/cache.ts'
import { MAINTENANCE_PACE, watchMaintenance } from '#core/maintenance.ts'
import { openDoor } from '#core/door.ts'
import type { Gathering } from '#core/gathering.ts'
import { openHeavyTurns } from '#core/heavy-turns.ts'
import { createTenantLookup } from '#core/host-tenant.ts'
import { startJobs } from '#core/jobs.ts'
import { openTracing } from '#core/tracing.ts'
import { type Waits, openPools } from '#db/pools.ts'
import { seedDatabase } from '#demo/seed.ts'
import { moveRunning } from '#features/assessments/answering/move-running.ts'
import { scanAttachment, sweepScans } from '#features/assessments/attachments/scan-attachment.ts'
import { sweepFiles } from '#features/assessments/attachments/sweep-files.ts'
import { remindOfExpiry } from '#features/certification/certificates/remind.ts'
import { notifyAuditors } from '#features/certification/review/notify-auditors.ts'
import { workOnImport } from '#features/content/exchange/write-import.ts'
import { assignIdentities } from '#features/identity/sso/assign-identities.queries.ts'
import { renewEncryption } from '#features/identity/renew-encryption.ts'
import { sendRequestedLink } from '#features/identity/registration/send-requested-link.ts'
import { deleteOldClients } from '#features/organisations/retention/delete-old-clients.ts'
import { deleteOldMails } from '#features/organisations/retention/delete-old-mails.ts'
import { removeOldAssessments } from '#features/organisations/retention/remove-old-assessments.ts'
import { createReport } from '#features/reports/snapshot/create-report.ts'
import {
  forwardEvents,
  prepareForwarding,
} from '#features/insight/audit/forwarding/forward-events.ts'
import { sendDigests } from '#features/insight/digest/send-digests.ts'
import { openMetrics } from '#features/insight/system/metrics.ts'
import { BEAT, endBeat, watchNodes } from '#features/insight/system/nodes.ts'
import { createFile, removeOldFiles } from '#support/create-file.ts'
import { startScanning } from '#support/shared-work.ts'
import { sendQueuedMail } from '#support/mails/send-mail.ts'
import { type Watchers, buildApp } from './app.ts'
import { fileMakers } from './file-makers.ts'

/** Milliseconds. */
const FORWARDING = 3000
const MINUTE = 60_000
const HOUR = 3_600_000

/** Called in reverse order when the process stops or a start fails. */
export type Closers = (() => Promise<void> | void)[]

type Options = {
  env: Env
  log: Logger
  now: () => Date
  /** A migrated database. */
  ownerUrl: string
  secrets: App['secrets']
  poolSize: number
  waits?: Waits | undefined
  gathering: Gathering
  /** Replaces the configured mail server. */
  sendMail?: SendMail | undefined
  /** Of several apps in one process. The caller closes them. */
  threads?: Threads | undefined
  hasJobs?: boolean
  hasSweeps?: boolean
  /** Runs before the first request and the first job. */
  prepare?: (app: App) => Promise<void>
}

/** Builds the app with its jobs and sweeps. The caller listens. */
export async function startApp(options: Options, closers: Closers) {
  const { log, hasJobs = true, hasSweeps = true, prepare } = options
  const metrics = areMetricsOn(options.env) ? await openMetrics() : undefined
  const tracing = await openTracing(options.env)
  if (tracing) closers.push(tracing.close)
  const app = await openParts(options, closers, { metrics, tracing })
  await app.maintenance.refresh()
  await seedDatabase(app.pools, app.env)
  await assignIdentities(app)
  await prepareForwarding(app)
  await startScanning(app)
  await prepare?.(app)
  const http = await buildApp(app, log, { metrics, tracing })
  closers.push(() => http.close())
  await http.ready()
  if (hasJobs) await workOnJobs(app, options.ownerUrl)
  if (hasSweeps) startSweeps(app, options, closers)
  return { app, http, metrics, tracing }
}

async function openParts(
  { env, log, now, ownerUrl, secrets, poolSize, waits, gathering, sendMail, ...options }: Options,
  closers: Closers,
  { metrics, tracing }: Watchers,
): Promise<App> {
  const folderId = await prepareFolder(env)
  const pools = await openPools({
    ownerUrl,
    rolePrefix: env.DATABASE_ROLE_PREFIX,
    size: poolSize,
    waits,
    onConnection: tracing?.watchClient,
    log: { warn: (line) => log.warn(line), info: (line) => log.info(line) },
  })
  closers.push(pools.close)
  const mail = env.SMTP_URL === undefined ? undefined : openMail(env.SMTP_URL)
  if (mail) closers.push(mail.close)
  const send = sendMail ?? mail?.send
  const threads = options.threads ?? openOwnThreads(closers)
  const hasSchedule = env.BACKUP_SCHEDULE !== undefined
  const jobs = await startJobs(pools, log, { hasSchedule, tracing })
  closers.push(jobs.stop)
  const isBreached = createBreachCheck(env.BREACHED_PASSWORDS_URL, (reason) =>
    log.warn(
      `the list of breached passwords is unavailable, so breached passwords are not refused: ${reason}`,
    ),
  )
  const files = await openFiles(env)
  const scanForViruses = env.CLAMAV_URL === undefined ? undefined : scanWithClamav(env.CLAMAV_URL)
  return {
    env,
    nodeId: randomUUID(),
    folderId,
    pools,
    door: openDoor(log),
    gathering,
    heavyTurns: openHeavyTurns(),
    jobs,
    secret: secrets[0],
    secrets,
    tokens: createAccessTokens(secrets, now),
    cache: createCache(),
    hosts: createTenantLookup(pools.app, env.BASE_DOMAIN),
    maintenance: watchMaintenance(pools.app, env.BASE_DOMAIN),
    adapters: {
      now,
      threads,
      printer: createPdfPrinter(threads),
      isBreached,
      sendMail: metrics ? metrics.countMails(send) : send,
      checkMail: mail?.check,
      files,
      scanForViruses,
    },
  }
}

function openOwnThreads(closers: Closers): Threads {
  const threads = openThreads()
  closers.push(() => threads.close())
  return threads
}

async function workOnJobs(app: App, ownerUrl: string) {
  const { work } = app.jobs
  if (app.env.MAIL === 'on')
    await work('mail', (data, attempt) => sendQueuedMail(app, data, attempt))
  await work('report', (data, attempt) => createReport(app, data, attempt))
  if (app.env.CLAMAV_URL !== undefined) await work('scan', (data) => scanAttachment(app, data))
  await work('link', (data) => sendRequestedLink(app, data))
  await work('import', (data, attempt) => workOnImport(app, data, attempt))
  // A queue each, because a node works on one job of a queue at a time, and all data of an organisation takes long.
  for (const queue of ['export', 'pdf', 'download'] as const)
    await work(queue, (data, attempt) => createFile(app, fileMakers, data, attempt))
  await work('move', (data, attempt) => moveRunning(app, data, attempt))
  await work('submission', (data) => notifyAuditors(app, data))
  if (app.env.BACKUP_SCHEDULE !== undefined) {
    await app.jobs.schedule('backup', app.env.BACKUP_SCHEDULE)
    await work('backup', () => makeScheduledBackup(app, ownerUrl))
  }
}

function startSweeps(app: App, { log, ownerUrl }: Options, closers: Closers) {
  closers.push(() => endBeat(app).catch(() => {}))
  const sweeps: [everyMs: number, run: () => Promise<void>][] = [
    [MAINTENANCE_PACE, () => app.maintenance.refresh()],
    [BEAT, () => watchNodes(app, log)],
    [HOUR, () => remindOfExpiry(app)],
    [HOUR, () => renewEncryption(app)],
    // Nodes of the previous version run for a while beside this one.
    [HOUR, () => assignIdentities(app)],
    [HOUR, () => removeOldAssessments(app)],
    [HOUR, () => deleteOldClients(app)],
    [HOUR, () => deleteOldMails(app)],
    [HOUR, () => removeOrganisations(app, ownerUrl)],
    [HOUR, () => removeOldFiles(app)],
    [HOUR, () => refuseOldBackup(app).catch((error: unknown) => log.warn(reasonOf(error)))],
    [FORWARDING, () => forwardEvents(app, log)],
    [MINUTE, () => sendDigests(app)],
    [MINUTE, () => sweepFiles(app)],
    [MINUTE, () => sweepScans(app)],
  ]
  for (const [everyMs, run] of sweeps) closers.push(startSweep(app, log, everyMs, run).stop)
}

/** Repeats `run`, never twice at the same time. Failures are logged. */
function startSweep({ pools }: App, log: Logger, everyMs: number, run: () => Promise<void>) {
  let running: Promise<void> | undefined
  const sweep = () => {
    running ??= run()
      .catch((error: unknown) =>
        pools.report(error, () => log.error({ err: error }, 'a recurring task failed')),
      )
      .finally(() => (running = undefined))
  }
  const timer = setInterval(sweep, everyMs)
  timer.unref()
  sweep()
  return {
    stop: async () => {
      clearInterval(timer)
      await running
    },
  }
}
