import type { App } from '#core/context.ts'
import type { Db, Scope } from '#db/scope.ts'
import { allows, knownRoles } from '#core/permissions.ts'
import type { HostTenant } from '#core/host-tenant.ts'
import { withTenant } from '#db/pools.ts'
import type { MadeFile } from '#support/create-file.ts'
import { type WaitingFile, startFolder } from '#support/generated-files.queries.ts'
import { MAILS } from '#support/mail-catalogue.ts'
import { notifyRespondent } from '#support/notify-respondent.ts'
import { findActiveTenant } from '#support/tenants.queries.ts'
import { answers, assessments, notes } from './assessment-lists.ts'
import { partsOf } from './data-list.ts'
import { history, marks, visits } from './history-lists.ts'
import { dueDates, reminders } from './due-lists.ts'
import {
  type MissingFile,
  attachedFiles,
  attachments,
  certificates,
  certificationSteps,
  reviewed,
  reportFiles,
  reports,
} from './file-lists.ts'
import { acceptances, auditLog, people, sessions, signInMethods } from './people-lists.ts'
import { plannedActions } from './plan-list.ts'
import { missingText, readMe } from './read-me.ts'
import { approvals, assignments, comments, members } from './shared-lists.ts'
import { type Part, storeZip } from './store-zip.ts'
import { type Subject, listRoles } from './subject.queries.ts'

/** All data of an organisation, or a user's own, as one ZIP file in the store. */
export async function makeDownload(
  app: App,
  scope: Scope,
  { id, kind, created_by: userId }: WaitingFile,
): Promise<MadeFile | undefined> {
  const read: Subject['read'] = (work) => withTenant(app.pools, scope.tenantId, work)
  const file_id = await read((db) => startFolder(db, scope, id))
  const tenant = await read((db) => findActiveTenant(db, scope.tenantId))
  if (file_id === undefined || !tenant) return undefined
  const isWhole = kind === 'whole-data'
  const subject = { scope, read, userId: isWhole ? undefined : userId }
  const missing: MissingFile[] = []
  const parts = partsFor(app, subject, tenant, missing)
  const folder = { tenant_id: scope.tenantId, file_id }
  const stored = await storeZip(app.adapters.files, folder, parts)
  return {
    content: { file_id, missing_files: missing.length, ...stored },
    tell: async (db) => {
      const sentences =
        missing.length === 0
          ? []
          : [`${missingText(missing.length)} README.txt in the ZIP file lists what is missing.`]
      const settings = await settingsOf(db, scope, userId)
      await notifyRespondent(db, app, scope, userId, (place) =>
        isWhole
          ? MAILS.wholeDownload.text(place, sentences)
          : MAILS.ownDownload.text(place, sentences, settings),
      )
    },
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
    ...(isWhole ? [dueDates] : []),
    reminders,
    assessments,
    members,
    approvals,
    assignments,
    answers,
    history,
    notes,
    comments,
    plannedActions,
    marks,
    visits,
    attachments,
    reports,
    certificates,
    certificationSteps,
    reviewed,
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

/** God-admins and auditors have their settings in the admin area. */
async function settingsOf(db: Db, scope: Scope, userId: number) {
  const roles = knownRoles(await listRoles(db, scope, userId))
  return allows(roles, 'access-to-private-area') ? '/settings' : '/admin/account/general'
}
