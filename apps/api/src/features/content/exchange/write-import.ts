import { type App, type Scope, scopeOf } from '#core/context.ts'
import { ApiError } from '#core/errors.ts'
import { yearOf } from '#core/host-tenant.ts'
import type { Attempt, JobData } from '#core/jobs.ts'
import type { Db } from '#db/driver.ts'
import { withTenant } from '#db/pools.ts'
import { recordEvent } from '#support/audit.queries.ts'
import { draftOfFile } from '#features/content/draft-of-file.ts'
import { insertDraft } from '#features/content/sets/insert-draft.ts'
import { getRow } from '#features/content/drafts/drafts.queries.ts'
import { getTimeZone } from '#support/tenants.queries.ts'
import { findFollowed } from './followed-edition.ts'
import { changeImport, getContent, lockImport } from './imports.queries.ts'
import { readImport } from './read-import.ts'

/** The job of a large import, whichever half of it is due: reading its file, or writing its draft. */
export async function workOnImport(app: App, job: JobData, attempt: Attempt): Promise<void> {
  try {
    await readImport(app, job)
    await writeNow(app, job)
  } catch (error) {
    const isRefused = error instanceof ApiError
    if (isRefused || attempt.isLast) await giveUp(app, job, error)
    if (!isRefused) throw error
  }
}

async function writeNow(app: App, { tenantId, id }: JobData) {
  const scope = scopeOf(tenantId)
  await withTenant(app.pools, tenantId, async (db) => {
    const found = await lockImport(db, scope, id)
    if (found?.status === 'writing') await writeImport(db, scope, id, app.adapters.now())
  })
}

/** Writes the draft within the caller's transaction: all of it or nothing. */
export async function writeImport(db: Db, scope: Scope, id: number, now: Date): Promise<void> {
  const found = await getContent(db, scope, id)
  if (!found?.content) throw new Error('The import has nothing to write.')
  const { content, created_by: authorId, content_set_of: before } = found
  const { inForce, ...place } = await placeOf(db, scope, before, now)
  const draft = { ...draftOfFile(content, inForce), ...place, authorId }
  const made = await insertDraft(db, scope, draft)
  await changeImport(db, scope, id, 'writing', {
    status: 'done',
    progress: 100,
    contentSetId: made,
  })
  const author = authorId === null ? {} : { actor: { id: authorId } }
  await recordEvent(db, { scope, ...author }, 'content_set.imported', {
    subject: `content set ${made}`,
    details: { title: content.title, isPublished: false },
  })
}

/** Where the draft stands: after the newest edition of the set that it was read for, or at the start of its own. */
async function placeOf(db: Db, scope: Scope, before: number | null, now: Date) {
  if (before !== null) {
    const { family_id } = await getRow(db, scope, before)
    const { edition, inForce } = await findFollowed(db, scope, family_id)
    return { inForce, follows: edition }
  }
  const timeZone = await getTimeZone(db, scope.tenantId)
  return {
    inForce: {
      year_from: yearOf({ timeZone }, now),
      year_to: null,
      offers_self_assessment: true,
      offers_certification: true,
    },
  }
}

async function giveUp({ pools }: App, { tenantId, id }: JobData, error: unknown) {
  const scope = scopeOf(tenantId)
  const message =
    error instanceof ApiError ? error.message : 'This did not work on our side. Try again.'
  await withTenant(pools, tenantId, async (db) => {
    const found = await lockImport(db, scope, id)
    if (found?.status === 'reading' || found?.status === 'writing')
      await changeImport(db, scope, id, found.status, {
        status: 'failed',
        faults: [{ place: 'File', message }],
      })
  })
}
