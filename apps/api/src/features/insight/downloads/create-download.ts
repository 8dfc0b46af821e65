import { inEveryTenant } from '#support/every-tenant.ts'
import type { App } from '#core/context.ts'
import { scopeOf } from '#db/scope.ts'
import { allows, knownRoles } from '#core/permissions.ts'
import type { HostTenant } from '#core/host-tenant.ts'
import type { Attempt, JobData } from '#core/jobs.ts'
import { withTenant } from '#db/pools.ts'
import { notifyRespondent } from '#support/notify-respondent.ts'
import { findActiveTenant } from '#support/tenants.queries.ts'
import { answers, assessments, notes } from './assessment-lists.ts'
import { partsOf } from './data-list.ts'
import { history, marks } from './history-lists.ts'
import {
  type Whose,
  deleteOldDownloads,
  failDownload,
  settleFile,
  startFile,
} from './downloads.queries.ts'
import {
  type MissingFile,
  attachedFiles,
  attachments,
  certificates,
  certificationSteps,
  reportFiles,
  reports,
} from './file-lists.ts'
import { acceptances, auditLog, people, sessions, signInMethods } from './people-lists.ts'
import { missingText, readMe } from './read-me.ts'
import { type Part, storeZip } from './store-zip.ts'
import type { Subject } from './subject.queries.ts'

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
    const missing: MissingFile[] = []
    const parts = partsFor(app, subject, tenant, missing)
    const stored = await storeZip(app.adapters.files, folder, parts)
    await read(async (db) => {
      const file = { fileId, missing: missing.length, ...stored }
      const news = () => withMissing(newsOf(whose, tenant, roles), missing.length)
      if (await settleFile(db, scope, id, file, app.adapters.now()))
        await notifyRespondent(db, app, scope, whose.userId, news)
    })
  } catch (error) {
    if (attempt.isLast) await read((db) => failDownload(db, scope, id))
    throw error
  }
}

/** The README is last, because it names the files that were missing. */
async function* partsFor(
  app: App,
  subject: Subject,
  tenant: HostTenant,
  missing: MissingFile[],
): AsyncGenerator<Part> {
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
  ].map((listOf) => listOf(subject, missing))
  yield* attachedFiles(app.adapters.files, subject, missing)
  yield* reportFiles(subject)
  for (const list of lists) yield* partsOf(list)
  const text = readMe({ lists, isWhole, tenant, missing, now: app.adapters.now() })
  yield { path: 'README.txt', read: () => oneOf(text) }
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

function withMissing<Text extends { paragraphs: string[] }>(text: Text, count: number): Text {
  if (count === 0) return text
  const sentence = `${missingText(count)} README.txt in the ZIP file names them.`
  return { ...text, paragraphs: [...text.paragraphs, sentence] }
}

/** Files are kept for a week, because they are copies of personal data. */
export async function removeOldDownloads({ pools, adapters }: App): Promise<void> {
  await inEveryTenant(pools, (db, scope) => deleteOldDownloads(db, scope.tenantIds, adapters.now()))
}
