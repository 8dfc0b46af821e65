import { refuseOldBackup } from '#backup/scheduled-backup.ts'
import type { App } from '#core/context.ts'
import { rootReason } from '#start-error.ts'
import { refuseStuckForwarding } from '#features/insight/audit/forwarding/forward-events.ts'
import { SHARED_WORK, type SharedWork, refuseLack } from '#support/shared-work.ts'
import { migrationNames } from '#db/migrate.ts'
import { refuseDifferences } from './node-settings.ts'
import { offLine } from './off-parts.ts'
import { probe, listMigrations } from './probes.queries.ts'

/** Milliseconds. */
const PATIENCE = 5000
const MINUTE = 60_000

const OUTDATED = 'The database needs migration'

/** Throws if the part can't be used. Undefined, or returns `off`, if the part is off. */
type Check = (() => Promise<unknown>) | undefined

/** `ok`, `off`, or why a part can't be used. */
type Result = string

/** A node, or a command that looks at the installation. */
export type Checked = Pick<App, 'env' | 'pools'> & {
  nodeId?: string
  jobs: Pick<App['jobs'], 'check'>
  adapters: Pick<App['adapters'], 'now' | 'checkMail' | 'files' | 'scanForViruses'>
}

/** What Waymark is made of, and what it uses outside. Outside, each part is checked once a minute at most. */
export function checksOf(app: Checked) {
  const { checkMail, files, scanForViruses } = app.adapters
  return {
    own: {
      database: () => probe(app.pools),
      migrations: () => refuseOldSchema(app),
      queue: () => app.jobs.check(),
    },
    outside: {
      mail: app.env.MAIL === 'off' ? undefined : onceAMinute(checkMail),
      storage: onceAMinute(() => files.check()),
      backup: sharedBy(app, 'backup', () => refuseOldBackup(app)),
      forwarding: sharedBy(app, 'forwarding', () => refuseStuckForwarding(app)),
      // A scan of nothing: the scanner has to answer that it is clean.
      scanner: sharedBy(
        app,
        'scanner',
        onceAMinute(scanForViruses && (() => scanForViruses(nothing()))),
      ),
      settings: () => refuseDifferences(app),
    },
  }
}

/** Whether the migrations could be read and one is missing, by the result of this check. */
export function isOutdated(migrations: Result): boolean {
  return migrations.startsWith(OUTDATED)
}

export async function resultsOf<Name extends string>(
  checks: Record<Name, Check>,
): Promise<Record<Name, Result>> {
  const names = Object.keys(checks) as Name[]
  const results = await Promise.all(
    names.map(async (name) => [name, await resultOf(checks[name])] as const),
  )
  return Object.fromEntries(results) as Record<Name, Result>
}

/** Tells the operator at the start what can't be used, and in production what is off. Nothing is lost until it can: mails, uploads and scans wait. */
export async function reportFaults(app: App, report: (line: string) => void): Promise<void> {
  const { mail, storage, ...others } = await resultsOf(checksOf(app).outside)
  const isFault = (result: Result) => result !== 'ok' && result !== 'off'
  // The reason of the mail adapter is a sentence already.
  if (isFault(mail)) report(mail)
  if (isFault(storage)) report(`Waymark can’t use the file store: ${storage}`)
  if (isFault(others.scanner))
    report(
      app.adapters.scanForViruses
        ? `Waymark can’t use the virus scanner: ${others.scanner}`
        : others.scanner,
    )
  for (const work of ['backup', 'forwarding'] as const)
    if (isFault(others[work]) && app.env[SHARED_WORK[work]] === undefined) report(others[work])
  const off = offLine(app.env, others)
  if (off !== undefined) report(off)
}

async function resultOf(check: Check): Promise<Result> {
  if (!check) return 'off'
  const late = Promise.withResolvers<Result>()
  const timer = setTimeout(
    () => late.resolve(`No response within ${PATIENCE / 1000} seconds.`),
    PATIENCE,
  )
  const result = check().then((found) => (found === 'off' ? 'off' : 'ok'), rootReason)
  return await Promise.race([result, late.promise]).finally(() => clearTimeout(timer))
}

/** Without the setting on this node, the work may still be on for the others. */
function sharedBy(app: Checked, work: SharedWork, check: Check): Check {
  return app.env[SHARED_WORK[work]] === undefined ? () => refuseLack(app, work) : check
}

function onceAMinute(check: Check): Check {
  let last: { until: number; result: Promise<unknown> } | undefined
  return (
    check &&
    (() => {
      if (!last || performance.now() > last.until)
        last = { until: performance.now() + MINUTE, result: check() }
      return last.result
    })
  )
}

async function* nothing(): AsyncGenerator<Buffer> {}

async function refuseOldSchema({ pools }: Checked) {
  const applied = new Set(await listMigrations(pools))
  const missing = (await migrationNames()).find((name) => !applied.has(name))
  if (missing !== undefined)
    throw new Error(`${OUTDATED} ${missing}. Restart Waymark to update the database.`)
}
