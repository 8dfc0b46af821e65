import type { ExportFormat } from 'contract/content-exports'
import type { GeneratedFile } from 'contract/generated-files'
import { sql } from 'kysely'
import { ApiError, notFound } from '#core/errors.ts'
import { inScope } from '#db/in-scope.ts'
import type { Db, PlatformScope, Scope } from '#db/scope.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** How long a file is kept, how many a user keeps, and when all attempts of its job have ended. */
const OF_A_DAY = { keptMs: DAY_MS, most: 10, runningMs: 10 * MINUTE_MS }
const ALL_DATA = { keptMs: 7 * DAY_MS, most: 1, runningMs: 12 * HOUR_MS }

const KINDS = {
  'content-export': OF_A_DAY,
  'report-pdf': OF_A_DAY,
  'own-data': ALL_DATA,
  'whole-data': ALL_DATA,
}

export type FileKind = keyof typeof KINDS

export type NewFile = {
  kind: FileKind
  name: string
  userId: number
  now: Date
  /** How long its job usually takes. */
  expectedMs?: number
  export?: { setId: number; format: ExportFormat }
  printHash?: Buffer
}

type Row = Omit<GeneratedFile, 'progress'> & {
  kind: FileKind
  created_at: string
  expected_ms: number
}

const COLUMNS = sql`id, kind, name, status, created_at, expected_ms`

const READY = { status: 'ready', progress: 100 } as const
const STARTED = { status: 'making', progress: 0 } as const

/** With the file if it exists already, otherwise with what a job needs. Replaces the oldest of the user's. */
export async function insertFile(
  db: Db,
  { tenantId }: Scope,
  { kind, name, userId, now, expectedMs, ...source }: NewFile,
  content: { file?: Buffer; print?: string } = {},
): Promise<GeneratedFile> {
  await sql`delete from generated_files where (tenant_id, id) in (
    select tenant_id, id from generated_files where tenant_id = ${tenantId} and created_by = ${userId} and kind = ${kind}
    order by id desc offset ${KINDS[kind].most - 1})`.execute(db)
  const { id } = await db
    .insertInto('generated_files')
    .values({
      tenant_id: tenantId,
      kind,
      name,
      status: content.file ? 'ready' : 'making',
      created_by: userId,
      created_at: now.toISOString(),
      expected_ms: Math.round(expectedMs ?? 0),
      content_set_id: source.export?.setId,
      format: source.export?.format,
      print_hash: source.printHash,
      ...content,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, name, ...(content.file ? READY : STARTED) }
}

/** A file of the same content, which is created once. A PDF is only its reader's. */
export async function findSameFile(
  db: Db,
  { tenantId }: Scope,
  { kind, name, userId, now, printHash, ...source }: NewFile,
): Promise<GeneratedFile | undefined> {
  const { setId = null, format = null } = source.export ?? {}
  const { rows } = await sql<Row>`select ${COLUMNS} from generated_files
    where tenant_id = ${tenantId} and kind = ${kind} and name = ${name} and status <> 'failed'
      and created_at > ${before(now, KINDS[kind].keptMs)}
      and content_set_id is not distinct from ${setId} and format is not distinct from ${format}
      and print_hash is not distinct from ${printHash ?? null} and (user_id = ${userId} or user_id is null)
    order by id desc limit 1`.execute(db)
  const same = rows[0] && presentFile(rows[0], now)
  return same?.status === 'failed' ? undefined : same
}

export type WantedFile = {
  kind: FileKind
  id: number
  now: Date
  /** Undefined if it isn't a user's own. */
  userId?: number
}

export async function getFile(db: Db, scope: PlatformScope, wanted: WantedFile) {
  const { rows } = await sql<Row>`select ${COLUMNS} ${wantedBy(scope, wanted)}`.execute(db)
  if (!rows[0]) throw notFound('file')
  return presentFile(rows[0], wanted.now)
}

export async function getReadyFile(db: Db, scope: PlatformScope, wanted: WantedFile) {
  const { rows } = await sql<Row & { file: Buffer | null }>`
    select ${COLUMNS}, file ${wantedBy(scope, wanted)}`.execute(db)
  const [row] = rows
  if (!row) throw notFound('file')
  const { name, file } = row
  if (!file) throw new ApiError('conflict', WITHOUT_FILE[statusAt(row, wanted.now)])
  return { name, file }
}

const NOT_READY = 'This file is not ready yet. Try again shortly.'
const WITHOUT_FILE = {
  making: NOT_READY,
  ready: NOT_READY,
  failed: 'This file could not be created. Request a new one.',
}

function wantedBy(scope: PlatformScope, { kind, id, now, userId }: WantedFile) {
  return sql`from generated_files where ${inScope('tenant_id', scope)} and id = ${id} and kind = ${kind}
    and created_at > ${before(now, KINDS[kind].keptMs)}
    and ${userId === undefined ? sql`user_id is null` : sql`user_id = ${userId}`}`
}

/** A download of all data has its file in the store. */
type DataFile = Row & {
  file_id: string | null
  pieces: string[]
  bytes: number | null
  missing_files: number
}

/** The user's last one. */
export async function findDataFile(
  db: Db,
  { tenantId }: Scope,
  { kind, userId, now }: Pick<NewFile, 'kind' | 'userId' | 'now'>,
): Promise<DataFile | undefined> {
  const { rows } = await sql<DataFile>`
    select ${COLUMNS}, file_id, pieces, bytes, missing_files from generated_files
    where tenant_id = ${tenantId} and user_id = ${userId} and kind = ${kind}
      and created_at > ${before(now, KINDS[kind].keptMs)} order by id desc limit 1`.execute(db)
  return rows[0] && { ...rows[0], status: statusAt(rows[0], now) }
}

export function expiryOf({ kind, created_at }: Pick<Row, 'kind' | 'created_at'>): string {
  return new Date(Date.parse(created_at) + KINDS[kind].keptMs).toISOString()
}

function presentFile(row: Row, now: Date): GeneratedFile {
  const { id, name, created_at, expected_ms } = row
  const status = statusAt(row, now)
  const ms = Math.max(0, now.getTime() - Date.parse(created_at))
  // Slows down towards the end, because the time is only estimated.
  const making = expected_ms > 0 ? Math.floor(99 * (1 - 2 ** ((-2 * ms) / expected_ms))) : 0
  return { id, name, status, progress: { ready: 100, failed: 0, making }[status] }
}

/** A job that has died settles nothing. */
function statusAt({ kind, status, created_at }: Row, now: Date): Row['status'] {
  const isLost = status === 'making' && created_at < before(now, KINDS[kind].runningMs)
  return isLost ? 'failed' : status
}

/** What a job makes a file of. */
export type WaitingFile = {
  id: number
  kind: FileKind
  created_by: number
  content_set_id: number | null
  format: ExportFormat | null
  print: string | null
}

export async function findWaitingFile(db: Db, { tenantId }: Scope, id: number) {
  const { rows } = await sql<WaitingFile>`
    select id, kind, created_by, content_set_id, format, print from generated_files
    where tenant_id = ${tenantId} and id = ${id} and status = 'making'`.execute(db)
  return rows[0]
}

/** Gives the file a new folder in the store. Undefined if it was replaced or is settled. */
export async function startFolder(db: Db, { tenantId }: Scope, id: number) {
  const { rows } = await sql<{ file_id: string }>`
    with folder as (insert into stored_files (tenant_id) select ${tenantId}::bigint
      where exists (select from generated_files where tenant_id = ${tenantId} and id = ${id} and status = 'making') returning id)
    update generated_files f set file_id = folder.id from folder
    where f.tenant_id = ${tenantId} and f.id = ${id} returning f.file_id`.execute(db)
  return rows[0]?.file_id
}

export type FileContent =
  | { file: Buffer }
  | { file_id: string; pieces: string[]; bytes: number; missing_files: number }

/** True if this attempt's file is the one that counts. No content means that the job has failed. */
export async function settleFile(
  db: Db,
  { tenantId }: Scope,
  id: number,
  content: FileContent | null,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('generated_files')
    .set({ status: content ? 'ready' : 'failed', print: null, ...content })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .where('status', '=', 'making')
    .$if(content !== null && 'file_id' in content, (query) =>
      query.where('file_id', '=', (content as { file_id: string }).file_id),
    )
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/** The sweep empties their folders in the store. */
export async function deleteOldFiles(db: Db, scope: PlatformScope, now: Date) {
  const old = Object.entries(KINDS).map(
    ([kind, { keptMs }]) => sql`kind = ${kind} and created_at <= ${before(now, keptMs)}`,
  )
  await sql`delete from generated_files where ${inScope('tenant_id', scope)}
    and (${sql.join(old, sql` or `)})`.execute(db)
}

function before(now: Date, ms: number) {
  return new Date(now.getTime() - ms).toISOString()
}
