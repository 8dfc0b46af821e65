import { type ContentImport, IMPORT_BYTES, type ImportBody } from 'contract/content-imports'
import { type Scope, type SignedInContext, platformScopeOf } from '#core/context.ts'
import { ApiError, notFound } from '#core/errors.ts'
import { exportContentSet } from '#features/content/export-content-set.ts'
import { isArchive } from '#features/content/files/read-content.ts'
import { inContentSet, inOwner } from '#features/content/in-content-set.ts'
import { requireEditor } from '#support/tenant-scope.ts'
import { type NewImport, deleteOldImports, getImport, insertImport } from './imports.queries.ts'
import { findFollowed } from './followed-edition.ts'
import { outcomeOf } from './read-import.ts'

/** What is read while its sender waits; workbooks are packed, so they hold several times as much. */
const AT_ONCE = { json: 1_000_000, workbook: 128_000 }

/** Takes a file in: a small one is read at once, a large one by a job. Nothing of a content set is written. */
export async function startImport(
  context: SignedInContext,
  body: ImportBody,
): Promise<ContentImport> {
  const file = Buffer.from(body.file, 'base64')
  if (file.length > IMPORT_BYTES)
    throw new ApiError('too-large', 'The file is larger than 20 MB: split the content set.')
  requireEditor(context)
  const place = await placeOf(context, body)
  const wish = {
    name: body.name,
    follows: place.follows?.id ?? null,
    authorId: context.actor.id,
  }
  if (isLarge(file)) return await keep(context, place.scope, { ...wish, file })
  const outcome = await outcomeOf({ name: body.name, file }, place.follows?.file)
  return await keep(context, place.scope, { ...wish, outcome })
}

function isLarge(file: Buffer) {
  return file.length > (isArchive(file) ? AT_ONCE.workbook : AT_ONCE.json)
}

/** Where the draft will be: in the organisation of the set that it follows, or in the one that is named. */
async function placeOf(context: SignedInContext, { tenant_id, content_set_id }: ImportBody) {
  if (content_set_id === undefined)
    return await inOwner(context, tenant_id, async (_, scope) => ({ scope, follows: undefined }))
  return await inContentSet(context, content_set_id, async (db, scope, set) => {
    if (tenant_id !== undefined && tenant_id !== scope.tenantId) throw notFound('content set')
    const { edition } = await findFollowed(db, scope, set.family_id)
    const file = await exportContentSet(db, scope, edition.id)
    return { scope, follows: { id: edition.id, file } }
  })
}

async function keep(context: SignedInContext, { tenantId }: Scope, wish: NewImport) {
  return await inOwner(context, tenantId, async (db, scope) => {
    await deleteOldImports(db, scope)
    const id = await insertImport(db, scope, wish)
    if ('file' in wish) await context.app.jobs.enqueue(db, 'import', { tenantId, id })
    return await getImport(db, platformScopeOf([tenantId]), id)
  })
}
