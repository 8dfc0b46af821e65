import { ContentSetFile } from 'contract/content-format'
import { type ExportFormat, contentExports } from 'contract/content-exports'
import type { GeneratedFile } from 'contract/generated-files'
import type { SignedInContext } from '#core/context.ts'
import { type Db, type PlatformScope, platformScopeOf } from '#db/scope.ts'
import { type Server, handleDetached } from '#core/handle.ts'
import { withTenants } from '#db/pools.ts'
import { visibleTenantIdsAndPlatform } from '#support/tenant-scope.ts'
import {
  type NewFile,
  type WantedFile,
  findSameFile,
  getFile,
  getReadyFile,
  insertFile,
} from '#support/generated-files.queries.ts'
import { countResponses } from '#features/content/content-sets.queries.ts'
import { readContentText } from '#features/content/read-draft.ts'
import { writeInThread } from './make-export.ts'
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

async function showExport(context: SignedInContext, id: number): Promise<GeneratedFile> {
  return await inVisible(context, id, getFile)
}

/** Anyone who could export the set may download the file. */
async function showFile(context: SignedInContext, id: number): Promise<Buffer> {
  const { name, file } = await inVisible(context, id, getReadyFile)
  const type = name.endsWith('.json') ? TYPES.json : TYPES.xlsx
  context.reply.type(type).header('content-disposition', contentDisposition(name))
  return file
}

async function inVisible<T>(context: SignedInContext, id: number, get: GetExport<T>) {
  const wanted = { kind: 'content-export', id, now: context.app.adapters.now() } as const
  const ids = await visibleTenantIdsAndPlatform(context)
  return await withTenants(context.app.pools, ids, (db) => get(db, platformScopeOf(ids), wanted))
}

type GetExport<T> = (db: Db, scope: PlatformScope, wanted: WantedFile) => Promise<T>

/** Responses of the largest set that is written during the request, in some tenths of a second. */
const MAX_RESPONSES = 2000
/** Of larger ones, with the wait for a thread. */
const RESPONSES_PER_MS = 10

/** Exports a content set, and records it in the organisation's audit log. */
export async function startExport(context: SignedInContext, id: number, format: ExportFormat) {
  const { title, file } = await writeSmall(context, id, format)
  return await inContentSet(context, id, async (db, scope, { version, status }) => {
    await recordChange(db, context, scope, id, 'content_set.exported', { title, version, format })
    const made: NewFile = {
      kind: 'content-export',
      name: exportFileName(title, version, format),
      userId: context.actor.id,
      now: context.app.adapters.now(),
      export: { setId: id, format },
    }
    if (file) return await insertFile(db, scope, made, { file })
    const same = status === 'draft' ? undefined : await findSameFile(db, scope, made)
    if (same) return same
    const expectedMs = (await countResponses(db, scope, id)) / RESPONSES_PER_MS
    const waiting = await insertFile(db, scope, { ...made, expectedMs })
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
