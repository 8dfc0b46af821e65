import type { ContentExport, ExportFormat } from 'contract/content-exports'
import type { ContentSetFile } from 'contract/content-format'
import type { Scope, SignedInContext } from '#core/context.ts'
import type { Db } from '#db/driver.ts'
import { countResponses } from '#features/content/content-sets.queries.ts'
import { exportContentSet } from '#features/content/export-content-set.ts'
import { summaryOf } from '#features/content/sets/summary.ts'
import { writeContentFile } from '#features/content/files/write-content-file.ts'
import { inContentSet, recordChange } from '#features/content/in-content-set.ts'
import { deleteOldExports, findSame, insertExport } from './exports.queries.ts'
import { fileName } from './file-name.ts'

/** Responses of a set whose file is made while its asker waits, for some tenths of a second; any larger one's by a job. */
const AT_ONCE = 2000

type Wish = { title: string; version: number; isDraft: boolean; small: ContentSetFile | undefined }

/** Has a content set made into a file of exchange; the audit log of its organisation tells who wanted it. */
export async function startExport(
  context: SignedInContext,
  id: number,
  format: ExportFormat,
): Promise<ContentExport> {
  const wish = await inContentSet(context, id, async (db, scope, { title, version, status }) => {
    const isDraft = status === 'draft'
    return { version, isDraft, ...(await contentOf(db, scope, { id, title, isDraft })) }
  })
  const file = wish.small && (await writeContentFile(format, wish.small))
  return await inContentSet(context, id, async (db, scope) => {
    const { title, version } = wish
    await recordChange(db, context, scope, id, 'content_set.exported', { title, version, format })
    return await keep(db, scope, context, { ...wish, id, format, file })
  })
}

type Asked = { id: number; title: string; isDraft: boolean }

/** A draft that is not complete is refused with everything that it lacks, however large it is. */
async function contentOf(db: Db, scope: Scope, { id, title, isDraft }: Asked) {
  const isLarge = !isDraft && (await countResponses(db, scope, id)) > AT_ONCE
  if (isLarge) return { title, small: undefined }
  const file = await exportContentSet(db, scope, id)
  const small = summaryOf(file).responses > AT_ONCE ? undefined : file
  return { title: file.title, small }
}

type Made = Wish & { id: number; format: ExportFormat; file: Buffer | undefined }

async function keep(
  db: Db,
  scope: Scope,
  { app, actor }: SignedInContext,
  { id, title, version, isDraft, format, file }: Made,
): Promise<ContentExport> {
  const now = app.adapters.now()
  await deleteOldExports(db, scope, actor.id, now)
  const wish = {
    setId: id,
    format,
    name: fileName(title, version, format),
    authorId: actor.id,
    now,
  }
  if (file) return await insertExport(db, scope, wish, file)
  const same = isDraft ? undefined : await findSame(db, scope, wish)
  if (same) return same
  const made = await insertExport(db, scope, wish)
  await app.jobs.enqueue(db, 'export', { tenantId: scope.tenantId, id: made.id })
  return made
}
