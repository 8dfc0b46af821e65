import type { Adapters } from '#adapters/adapters.ts'
import type { Threads, ThreadWork } from '#adapters/threads.ts'
import type { App } from '#core/context.ts'
import { type Scope, type Db, scopeOf } from '#db/scope.ts'
import { ApiError } from '#core/errors.ts'
import type { Attempt, JobData } from '#core/jobs.ts'
import { withTenant } from '#db/pools.ts'
import { recordEvent } from '#support/audit.queries.ts'
import { inForceFrom } from '#features/content/draft-of-file.ts'
import { getRow } from '#features/content/drafts/drafts.queries.ts'
import { getYear } from '#support/tenants.queries.ts'
import {
  type Outcome,
  findFollowed,
  changeImport,
  getContent,
  lockImport,
  findFile,
  storeOutcome,
} from './imports.queries.ts'
import { readEditionFile } from '#features/content/edition.ts'
import type { run } from './draft-worker.ts'
import { type ImportedFile, readContentFile } from '#features/content/files/read-content-file.ts'
import { insertDraft } from '#features/content/sets/new-sets.queries.ts'

/** The job of a large import: reads its file or writes its draft. */
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
    if (found?.status === 'writing') await writeImport(db, scope, app.adapters, id)
  })
}

const WRITE: ThreadWork<typeof run> = {
  module: new URL('draft-worker.ts', import.meta.url),
  megabytes: 512,
  milliseconds: 30_000,
}

export async function writeImport(
  db: Db,
  scope: Scope,
  { threads, now }: Adapters,
  id: number,
): Promise<void> {
  const found = await getContent(db, scope, id)
  if (!found?.content) throw new Error('The import has no content.')
  const { content, created_by: authorId, content_set_of: before } = found
  const { inForce, ...predecessor } = await predecessorOf(db, scope, before, now())
  const draft = await threads.run(WRITE, { file: content, inForce })
  const made = await insertDraft(db, scope, { ...draft, ...predecessor, authorId })
  await changeImport(db, scope, id, 'writing', {
    status: 'done',
    progress: 100,
    contentSetId: made,
  })
  const author = authorId === null ? {} : { actor: { id: authorId } }
  await recordEvent(db, { scope, ...author }, 'content_set.imported', {
    subject: `content set ${made}`,
    details: { title: draft.head.title, is_published: false },
  })
}

/** After the newest edition of its set, or at the start of a new family. */
async function predecessorOf(db: Db, scope: Scope, before: number | null, now: Date) {
  if (before !== null) {
    const { family_id } = await getRow(db, scope, before)
    const follows = await findFollowed(db, scope, family_id)
    return { inForce: follows, follows }
  }
  return { inForce: inForceFrom(await getYear(db, scope, now)) }
}

async function giveUp({ pools }: App, { tenantId, id }: JobData, error: unknown) {
  const scope = scopeOf(tenantId)
  const message =
    error instanceof ApiError
      ? error.message
      : 'Something went wrong on our side. We have recorded the error. Try again later.'
  await withTenant(pools, tenantId, async (db) => {
    const found = await lockImport(db, scope, id)
    if (found?.status === 'reading' || found?.status === 'writing')
      await changeImport(db, scope, id, found.status, {
        status: 'failed',
        faults: [{ place: 'File', message }],
      })
  })
}

/** The job that reads a long file. Running it twice has the same result. */
export async function readImport({ pools, adapters }: App, { tenantId, id }: JobData) {
  const scope = scopeOf(tenantId)
  const waiting = await withTenant(pools, tenantId, async (db) => {
    const row = await findFile(db, scope, id)
    const before = row?.content_set_of
    return (
      row?.file && {
        name: row.name,
        file: row.file,
        other: row.other,
        choices: row.choices,
        before: before ? await readEditionFile(db, scope, before) : undefined,
      }
    )
  })
  if (!waiting) return
  const reports: Promise<unknown>[] = []
  const outcome = await outcomeOf(adapters.threads, waiting, (progress) => {
    const report = withTenant(pools, tenantId, (db) =>
      changeImport(db, scope, id, 'reading', { progress }),
    )
    reports.push(report.catch(() => undefined))
  })
  await Promise.all(reports)
  await withTenant(pools, tenantId, (db) => storeOutcome(db, scope, id, outcome))
}

export async function outcomeOf(
  threads: Threads,
  file: ImportedFile,
  onProgress?: (percent: number) => void,
): Promise<Outcome> {
  const read = await readContentFile(threads, file, onProgress)
  const { findings } = read
  if ('faults' in read)
    return { status: 'faulty', faults: read.faults, faultCount: read.count, findings }
  return { status: 'ready', ...read }
}
