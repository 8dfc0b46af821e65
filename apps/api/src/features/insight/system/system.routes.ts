import packageJson from '#package.json' with { type: 'json' }
import { system } from 'contract/system'
import type { SignedInContext } from '#core/context.ts'
import { type AllScope, type Db, allScopeOf, scopeOf } from '#db/scope.ts'
import { ApiError } from '#core/errors.ts'
import { type Server, handleDetached } from '#core/handle.ts'
import { withTenants } from '#db/pools.ts'
import { recordEvent } from '#support/audit.queries.ts'
import { findLastBackup, listBackups } from '#support/backups.queries.ts'
import {
  type JobId,
  discardJob,
  findJobTenant,
  hurryMail,
  listUnfinishedJobs,
  retryJob,
} from '#support/unfinished-jobs.queries.ts'
import { inAllOrganisations, requirePlatformGod } from '#support/tenant-scope.ts'
import { readForwarding } from '#features/insight/audit/forwarding/forward-events.ts'
import { checksOf, resultsOf } from './checks.ts'
import {
  findUnsentMail,
  getInstallation,
  getWaiting,
  listUnsentMails,
  sentOrDiscarded,
  setMailStatus,
} from './system.queries.ts'

/** The system page of god-admins. */
export function systemRoutes(server: Server): void {
  const checks = checksOf(server.app)

  handleDetached(server, system.get, async (_, context) => {
    const waiting = await inAllAndPlatform(context, getWaiting)
    const [installation, backups, forwarding, own, outside] = await Promise.all([
      asPlatform(context, getInstallation),
      asPlatform(context, readBackups),
      readForwarding(context.app),
      resultsOf(checks.own),
      resultsOf(checks.outside),
    ])
    const { version } = packageJson
    return {
      version,
      ...installation,
      ...waiting,
      ...backups,
      audit_forwarding: forwarding ?? null,
      maintenance_since: context.app.maintenance.state()?.since ?? null,
      checks: { ...own, ...outside },
    }
  })

  handleDetached(server, system.mails, async ({ query }, context) =>
    inAllAndPlatform(context, (db, scope) => listUnsentMails(db, scope, query)),
  )
  handleDetached(server, system.jobs, async (_, context) => ({
    jobs: await asPlatform(context, listUnfinishedJobs),
  }))
  handleDetached(server, system.retry, async ({ params: { kind, id } }, context) => {
    if (kind !== 'mail') return await changeJob(context, { kind, id }, 'job.retried', retryJob)
    await changeMail(context, Number(id), 'mail.retried', async (db, tenantId) => {
      const mail = { tenantId, id: Number(id) }
      await setMailStatus(db, mail, 'queued')
      if (!(await hurryMail(db, mail.id))) await context.app.jobs.enqueue(db, 'mail', mail)
    })
  })
  handleDetached(server, system.discard, async ({ params: { kind, id } }, context) => {
    if (kind !== 'mail') return await changeJob(context, { kind, id }, 'job.discarded', discardJob)
    await changeMail(context, Number(id), 'mail.discarded', (db, tenantId) =>
      setMailStatus(db, { tenantId, id: Number(id) }, 'discarded'),
    )
  })
}

async function readBackups(db: Db) {
  const [newest] = await listBackups(db, 1)
  const last = await findLastBackup(db)
  return { last_backup: last ?? null, backup_error: newest?.error ?? null }
}

/** Of every organisation and the platform. */
async function inAllAndPlatform<T>(
  context: SignedInContext,
  work: (db: Db, scope: AllScope) => Promise<T>,
): Promise<T> {
  return await inAllOrganisations(context, (db, { platformId }) =>
    work(db, allScopeOf(platformId, true)),
  )
}

/** Reads what belongs to no organisation. */
async function asPlatform<T>(context: SignedInContext, work: (db: Db) => Promise<T>): Promise<T> {
  requirePlatformGod(context)
  return await withTenants(context.app.pools, [], work)
}

async function changeMail(
  context: SignedInContext,
  id: number,
  action: 'mail.retried' | 'mail.discarded',
  work: (db: Db, tenantId: number) => Promise<void>,
): Promise<void> {
  if (!Number.isSafeInteger(id)) throw sentOrDiscarded()
  const mail = await inAllAndPlatform(context, (db, scope) => findUnsentMail(db, scope, id))
  if (!mail) throw sentOrDiscarded()
  const { tenantId, recipient: email, subject: email_subject } = mail
  await withTenants(context.app.pools, [tenantId], async (db) => {
    await work(db, tenantId)
    const about = { subject: `mail ${id}`, details: { email, email_subject } }
    await recordEvent(db, { ...context, scope: scopeOf(tenantId) }, action, about)
  })
}

async function changeJob(
  context: SignedInContext,
  job: JobId,
  action: 'job.retried' | 'job.discarded',
  work: (db: Db, job: JobId) => Promise<boolean>,
): Promise<void> {
  const tenantId = await asPlatform(context, (db) => findJobTenant(db, job))
  if (tenantId === undefined) throw finished()
  await withTenants(context.app.pools, [tenantId], async (db) => {
    if (!(await work(db, job))) throw finished()
    const subject = `${job.kind} job`
    await recordEvent(db, { ...context, scope: scopeOf(tenantId) }, action, { subject })
  })
}

// On a page from before the job started.
function finished() {
  return new ApiError(
    'not-found',
    'This job is running, or has already finished or been discarded. Reload the page.',
  )
}
