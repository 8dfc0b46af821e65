import { ContentSetFile } from 'contract/content-format'
import { type ContentExport, type ExportFormat, contentExports } from 'contract/content-exports'
import type { SignedInContext } from '#core/context.ts'
import { platformScopeOf } from '#db/scope.ts'
import { ApiError } from '#core/errors.ts'
import { type Server, handleDetached } from '#core/handle.ts'
import { withTenants } from '#db/pools.ts'
import { visibleTenantIdsAndPlatform } from '#support/tenant-scope.ts'
import {
  getExport,
  getFile,
  deleteOldExports,
  findSameExport,
  insertExport,
} from './exports.queries.ts'
import { countResponses } from '#features/content/content-sets.queries.ts'
import { readContentText } from '#features/content/read-draft.ts'
import { writeInThread } from './create-export.ts'
import { writeContentFile } from '#features/content/files/write-content-workbook.ts'
import sample from './sample-set.json' with { type: 'json' }
import { inContentSet, recordChange } from '#features/content/in-content-set.ts'

const TYPES = {
  json: 'application/json',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}

// Detached: files are long, and each call opens transactions of the set's organisation.
export function contentExportRoutes(server: Server): void {
  handleDetached(server, contentExports.start, ({ params, body }, context) =>
    startExport(context, params.id, body.format),
  )
  handleDetached(server, contentExports.get, ({ params }, context) =>
    showExport(context, params.id),
  )
  handleDetached(server, contentExports.file, ({ params }, context) => showFile(context, params.id))
  handleDetached(server, contentExports.sample, ({ query }, context) =>
    sampleFile(context, query.format),
  )
}

async function sampleFile({ reply }: SignedInContext, format: ExportFormat): Promise<Buffer> {
  reply
    .type(TYPES[format])
    .header('content-disposition', contentDisposition(exportFileName('Sample', 1, format)))
  return await writeContentFile(format, ContentSetFile.parse(sample))
}

async function showExport(context: SignedInContext, id: number): Promise<ContentExport> {
  const now = context.app.adapters.now()
  const ids = await visibleTenantIdsAndPlatform(context)
  return await withTenants(context.app.pools, ids, (db) =>
    getExport(db, platformScopeOf(ids), id, now),
  )
}

/** Anyone who could export the set may download the file. */
async function showFile(context: SignedInContext, id: number): Promise<Buffer> {
  const now = context.app.adapters.now()
  const ids = await visibleTenantIdsAndPlatform(context)
  const scope = platformScopeOf(ids)
  const { name, format, file } = await withTenants(context.app.pools, ids, async (db) => ({
    ...(await getExport(db, scope, id, now)),
    ...(await getFile(db, scope, id)),
  }))
  if (!file) throw new ApiError('conflict', 'This file is not ready yet. Try again shortly.')
  context.reply.type(TYPES[format]).header('content-disposition', contentDisposition(name))
  return file
}

/** Responses of the largest set that is written during the request, in some tenths of a second. */
const MAX_RESPONSES = 2000

/** Exports a content set, and records it in the organisation's audit log. */
export async function startExport(context: SignedInContext, id: number, format: ExportFormat) {
  const { title, file } = await writeSmall(context, id, format)
  return await inContentSet(context, id, async (db, scope, { version, status }) => {
    await recordChange(db, context, scope, id, 'content_set.exported', { title, version, format })
    const now = context.app.adapters.now()
    await deleteOldExports(db, scope, context.actor.id, now)
    const name = exportFileName(title, version, format)
    const made = { setId: id, format, name, authorId: context.actor.id, now }
    if (file) return await insertExport(db, scope, made, file)
    const same = status === 'draft' ? undefined : await findSameExport(db, scope, made)
    if (same) return same
    const waiting = await insertExport(db, scope, made)
    await context.app.jobs.enqueue(db, 'export', { tenantId: scope.tenantId, id: waiting.id })
    return waiting
  })
}

/** An incomplete draft of any size is refused with its faults. */
async function writeSmall(context: SignedInContext, id: number, format: ExportFormat) {
  const found = await inContentSet(context, id, async (db, scope, { title, status }) => {
    const isLarge = status !== 'draft' && (await countResponses(db, scope, id)) > MAX_RESPONSES
    return { title, content: isLarge ? undefined : await readContentText(db, scope, id) }
  })
  if (!found.content) return { title: found.title, file: undefined }
  const { threads } = context.app.adapters
  const { content } = found
  return await writeInThread(threads, { format, content, maxResponses: MAX_RESPONSES })
}

/** `Good-care-v2.xlsx`: the title in whatever letters it is written. */
export function exportFileName(title: string, version: number, format: ExportFormat): string {
  return `${words(title.normalize('NFC'), /[^\p{L}\p{M}\p{N}]/gu)}-v${version}.${format}`
}

/** RFC 6266: an ASCII name for every browser, and the title for those that read it. */
export function contentDisposition(name: string): string {
  const [title = ''] = name.split(/(?=-v\d+\.\w+$)/)
  const plain = words(title, /[^a-z0-9]/gi) + name.slice(title.length)
  return `attachment; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(name)}`
}

function words(title: string, others: RegExp) {
  const words = title.replaceAll(others, ' ').trim().replaceAll(/\s+/g, '-')
  return words.slice(0, 80).toWellFormed() || 'content-set'
}
