import { type App, scopeOf } from '#core/context.ts'
import { allows, knownRoles } from '#core/permissions.ts'
import type { HostTenant } from '#core/host-tenant.ts'
import type { Attempt, JobData } from '#core/jobs.ts'
import { withTenant, withTenants } from '#db/pools.ts'
import { notifyRespondent } from '#support/notify-respondent.ts'
import { findActiveTenant } from '#support/tenants.queries.ts'
import { answers, assessments, notes } from './assessment-lists.ts'
import { type Subject, partsOf } from './data-list.ts'
import { history, marks } from './history-lists.ts'
import {
  type Whose,
  deleteOldDownloads,
  failDownload,
  settleFile,
  startFile,
} from './downloads.queries.ts'
import {
  attachedFiles,
  attachments,
  certificates,
  certificationSteps,
  reportFiles,
  reports,
} from './file-lists.ts'
import { acceptances, auditLog, people, sessions, signInMethods } from './people-lists.ts'
import { readMe } from './read-me.ts'
import { type Part, storeZip } from './store-zip.ts'

/** The job of a download. Running it twice keeps one file. */
export async function createDownload(app: App, { tenantId, id }: JobData, attempt: Attempt) {
  const scope = scopeOf(tenantId)
  const read: Subject['read'] = (work) => withTenant(app.pools, tenantId, work)
  try {
    const started = await read((db) => startFile(db, scope, id))
    const tenant = await read((db) => findActiveTenant(db, tenantId))
    if (!started || !tenant) return
    const { fileId, roles, ...whose } = started
    const subject = { scope, read, userId: whose.isWhole ? undefined : whose.userId }
    const folder = { tenant_id: tenantId, file_id: fileId }
    const stored = await storeZip(app.adapters.files, folder, partsFor(app, subject, tenant))
    await read(async (db) => {
      const file = { fileId, ...stored }
      if (await settleFile(db, scope, id, file, app.adapters.now()))
        await notifyRespondent(db, app, scope, whose.userId, () => newsOf(whose, tenant, roles))
    })
  } catch (error) {
    if (attempt.isLast) await read((db) => failDownload(db, scope, id))
    throw error
  }
}

async function* partsFor(app: App, subject: Subject, tenant: HostTenant): AsyncGenerator<Part> {
  const isWhole = subject.userId === undefined
  const lists = [
    people,
    ...(isWhole ? [] : [sessions, signInMethods]),
    acceptances,
    assessments,
    answers,
    history,
    notes,
    marks,
    attachments,
    reports,
    certificates,
    certificationSteps,
    ...(isWhole ? [auditLog] : []),
  ].map((listOf) => listOf(subject))
  const text = readMe({ lists, isWhole, tenant, now: app.adapters.now() })
  yield { path: 'README.txt', read: () => oneOf(text) }
  for (const list of lists) yield* partsOf(list)
  yield* reportFiles(subject)
  yield* attachedFiles(app.adapters.files, subject)
}

async function* oneOf(text: string) {
  yield text
}

function newsOf({ isWhole }: Whose, { name }: HostTenant, roles: readonly string[]) {
  // God-admins and auditors have their settings in the admin area.
  const hasSettings = allows(knownRoles(roles), 'access-to-private-area')
  return isWhole
    ? {
        subject: `All data of ${name} is ready to download`,
        paragraphs: [`The file with all data of ${name} is ready. You can download it for 7 days.`],
        label: 'Go to the download',
        path: '/admin/organisation#download',
      }
    : {
        subject: 'Your data is ready to download',
        paragraphs: ['The file with your data is ready. You can download it for 7 days.'],
        label: 'Go to the download',
        path: `${hasSettings ? '/settings' : '/admin/account/general'}#download`,
      }
}

/** Files are kept for a week, because they are copies of personal data. */
export async function removeOldDownloads({ pools, adapters }: App): Promise<void> {
  const tenants = await withTenants(pools, [], (db) =>
    db.selectFrom('tenants').select('id').execute(),
  )
  const ids = tenants.map(({ id }) => id)
  await withTenants(pools, ids, (db) => deleteOldDownloads(db, ids, adapters.now()))
}
