import { IMPORT_BYTES, type ImportBody } from 'contract/content-imports'
import { type Scope, type SignedInContext, platformScopeOf } from '#core/context.ts'
import { ApiError, notFound } from '#core/errors.ts'
import { exportContentSet } from '#features/content/read-draft.ts'
import { isArchive } from '#features/content/files/read-content.ts'
import { inContentSet, inOwner } from '#features/content/in-content-set.ts'
import { requireEditor } from '#support/tenant-scope.ts'
import {
  type NewImport,
  deleteOldImports,
  getImport,
  insertImport,
  findFollowed,
} from './imports.queries.ts'
import { outcomeOf } from './write-import.ts'

/** Bytes of the largest file that is read during the request. Workbooks are compressed. */
const MOST_BYTES = { json: 1_000_000, workbook: 128_000 }

/** Reads a small file straight away and a large one by a job. No content set is written. */
export async function startImport(context: SignedInContext, body: ImportBody) {
  const file = Buffer.from(body.file, 'base64')
  if (file.length > IMPORT_BYTES)
    throw new ApiError('too-large', 'The file is larger than 20 MB. Split the content set.')
  requireEditor(context)
  const place = await placeOf(context, body)
  const input = {
    name: body.name,
    follows: place.follows?.id ?? null,
    authorId: context.actor.id,
  }
  if (isLarge(file)) return await keep(context, place.scope, { ...input, file })
  const outcome = await outcomeOf({ name: body.name, file }, place.follows?.file)
  return await keep(context, place.scope, { ...input, outcome })
}

function isLarge(file: Buffer) {
  return file.length > (isArchive(file) ? MOST_BYTES.workbook : MOST_BYTES.json)
}

/** The organisation of the followed set, or the named one. */
async function placeOf(context: SignedInContext, { tenant_id, content_set_id }: ImportBody) {
  if (content_set_id === undefined)
    return await inOwner(context, tenant_id, async (_, scope) => ({ scope, follows: undefined }))
  return await inContentSet(context, content_set_id, async (db, scope, set) => {
    if (tenant_id !== undefined && tenant_id !== scope.tenantId) throw notFound('content set')
    const edition = await findFollowed(db, scope, set.family_id)
    const file = await exportContentSet(db, scope, edition.id)
    return { scope, follows: { id: edition.id, file } }
  })
}

async function keep(context: SignedInContext, { tenantId }: Scope, input: NewImport) {
  return await inOwner(context, tenantId, async (db, scope) => {
    await deleteOldImports(db, scope)
    const id = await insertImport(db, scope, input)
    if ('file' in input) await context.app.jobs.enqueue(db, 'import', { tenantId, id })
    return await getImport(db, platformScopeOf([tenantId]), id)
  })
}
