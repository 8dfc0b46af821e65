import {
  type ChoicesBody,
  type ContentImport,
  type ImportBody,
  contentImports,
  IMPORT_BYTES,
} from 'contract/content-imports'
import { undecidedText } from 'rules/import-findings'
import { type Server, handleDetached } from '#core/handle.ts'
import type { SignedInContext } from '#core/context.ts'
import { type Scope, type Db, platformScopeOf, scopeOf } from '#db/scope.ts'
import { ApiError, notFound } from '#core/errors.ts'
import { withTenants } from '#db/pools.ts'
import { recordEvent } from '#support/audit.queries.ts'
import { visibleTenantIdsAndPlatform, requireEditor } from '#support/tenant-scope.ts'
import {
  type NewImport,
  changeImport,
  deleteImport,
  getImport,
  lockImport,
  deleteOldImports,
  insertImport,
  readAgain,
  findFollowed,
} from './imports.queries.ts'
import { outcomeOf, readImport, writeImport } from './write-import.ts'
import { readEditionFile } from '#features/content/edition.ts'
import { isArchive } from '#features/content/files/read-content.ts'
import { inContentSet, inOwner } from '#features/content/in-content-set.ts'

// Detached: files are long, and each opens transactions of the set's organisation.
export function contentImportRoutes(server: Server): void {
  handleDetached(server, contentImports.start, ({ body }, context) => startImport(context, body))
  handleDetached(server, contentImports.get, ({ params }, context) =>
    showImport(context, params.id),
  )
  handleDetached(server, contentImports.accept, ({ params }, context) =>
    acceptImport(context, params.id),
  )
  handleDetached(server, contentImports.choose, ({ params, body }, context) =>
    chooseForImport(context, params.id, body),
  )
  handleDetached(server, contentImports.discard, ({ params }, context) =>
    inImport(context, params.id, (db, scope) => deleteImport(db, scope, params.id)),
  )
}

/** Responses of the largest draft that is written during the request. */
const MAX_RESPONSES = 5000

async function showImport(context: SignedInContext, id: number): Promise<ContentImport> {
  const ids = await visibleTenantIdsAndPlatform(context)
  return await withTenants(context.app.pools, ids, (db) => getImport(db, platformScopeOf(ids), id))
}

/** Creates the draft once, however often it is accepted. */
async function acceptImport(context: SignedInContext, id: number): Promise<ContentImport> {
  return await inImport(context, id, async (db, scope, { findings }) => {
    // Nothing that a file lacks is chosen silently.
    if (findings && findings.undecided.length > 0)
      throw new ApiError('conflict', undecidedText(findings.undecided))
    const found = await lockImport(db, scope, id)
    if (!found) throw notFound('import')
    if (found.status === 'reading')
      throw new ApiError('conflict', 'The file is still being read. Try again in a moment.')
    if (found.preview === null)
      throw new ApiError(
        'conflict',
        'The file has errors. Correct them, then choose the file again.',
      )
    if (found.status === 'ready' || found.status === 'failed') {
      await recordEvent(db, { ...context, scope }, 'content_import.accepted', {
        subject: `content import ${id}`,
        details: { file: found.name, title: found.preview.title },
      })
      await changeImport(db, scope, id, found.status, {
        status: 'writing',
        progress: 0,
        faults: [],
      })
      if (found.preview.responses > MAX_RESPONSES)
        await context.app.jobs.enqueue(db, 'import', { tenantId: scope.tenantId, id })
      else await writeImport(db, scope, context.app.adapters, id)
    }
    return await getImport(db, platformScopeOf([scope.tenantId]), id)
  })
}

/** Reads the file again: as when it was uploaded, a small one straight away. */
async function chooseForImport(
  context: SignedInContext,
  id: number,
  { choices, other }: ChoicesBody,
): Promise<ContentImport> {
  const beside = other && { name: other.name, file: within(other.file) }
  const job = await inImport(context, id, async (db, scope) => {
    const bytes = await readAgain(db, scope, id, { choices, other: beside })
    if (bytes === undefined)
      throw new ApiError('conflict', 'The uploaded file has been deleted. Choose the file again.')
    const { tenantId } = scope
    if (bytes > MAX_BYTES.json) await context.app.jobs.enqueue(db, 'import', { tenantId, id })
    return { tenantId, id, isLong: bytes > MAX_BYTES.json }
  })
  if (!job.isLong) await readImport(context.app, job)
  return await showImport(context, id)
}

async function inImport<T>(
  context: SignedInContext,
  id: number,
  work: (db: Db, scope: Scope, found: ContentImport) => Promise<T>,
): Promise<T> {
  requireEditor(context)
  const found = await showImport(context, id)
  const { tenant } = found
  return await withTenants(context.app.pools, [tenant.id], (db) =>
    work(db, scopeOf(tenant.id), found),
  )
}

/** Bytes of the largest file that is read during the request. Workbooks are compressed. */
const MAX_BYTES = { json: 1_000_000, workbook: 128_000 }

/** Reads a small file straight away and a large one by a job. No content set is written. */
async function startImport(context: SignedInContext, body: ImportBody) {
  const file = within(body.file)
  requireEditor(context)
  const target = await targetOf(context, body)
  const input = {
    name: body.name,
    follows: target.follows?.id ?? null,
    authorId: context.actor.id,
    file,
  }
  if (isLarge(file)) return await keep(context, target.scope, input)
  const { threads } = context.app.adapters
  // Its bytes move to the thread, and may be read again.
  const copy = new Uint8Array(file)
  const read = { name: body.name, file: copy, before: target.follows?.file }
  const outcome = await outcomeOf(threads, read)
  return await keep(context, target.scope, { ...input, outcome })
}

function within(bytes: Uint8Array<ArrayBuffer>) {
  const file = Buffer.from(bytes.buffer)
  if (file.length <= IMPORT_BYTES) return file
  throw new ApiError(
    'too-large',
    'The file is larger than 20 MB. Split the content set into smaller ones.',
  )
}

function isLarge(file: Buffer) {
  return file.length > (isArchive(file) ? MAX_BYTES.workbook : MAX_BYTES.json)
}

/** The organisation of the followed set, or the named one. */
async function targetOf(context: SignedInContext, { tenant_id, content_set_id }: ImportBody) {
  if (content_set_id === undefined)
    return await inOwner(context, tenant_id, async (_, scope) => ({ scope, follows: undefined }))
  return await inContentSet(context, content_set_id, async (db, scope, set) => {
    if (tenant_id !== undefined && tenant_id !== scope.tenantId) throw notFound('content set')
    const edition = await findFollowed(db, scope, set.family_id)
    const file = await readEditionFile(db, scope, edition.id)
    return { scope, follows: { id: edition.id, file } }
  })
}

async function keep(context: SignedInContext, { tenantId }: Scope, input: NewImport) {
  return await inOwner(context, tenantId, async (db, scope) => {
    await deleteOldImports(db, scope)
    const id = await insertImport(db, scope, input)
    if (!input.outcome) await context.app.jobs.enqueue(db, 'import', { tenantId, id })
    return await getImport(db, platformScopeOf([tenantId]), id)
  })
}
