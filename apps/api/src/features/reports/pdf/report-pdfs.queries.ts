import type { ReportPdf } from 'contract/report-pdfs'
import { sql } from 'kysely'
import type { PlatformScope, Scope, Db } from '#db/scope.ts'
import { notFound } from '#core/errors.ts'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
/** All attempts of a job have ended by then. */
const RUNNING_MS = 10 * MINUTE_MS
/** Files that are kept for each user. */
const MOST = 10

/** The typesetter doesn't report progress. This is its usual speed with a long report. */
const CHARACTERS_PER_MS = 70

type Row = Omit<ReportPdf, 'progress'> & { created_at: string; characters: number | null }

const COLUMNS = sql`id, name, status, created_at, length(print) as characters`

export type NewPdf = { userId: number; name: string; printHash: Buffer; now: Date }

/** With the file if it is printed already, otherwise with what a job prints. */
export async function insertPdf(
  db: Db,
  { tenantId }: Scope,
  { userId, name, printHash, now }: NewPdf,
  content: { file: Buffer } | { print: string },
): Promise<ReportPdf> {
  const row = await db
    .insertInto('report_pdfs')
    .values({
      tenant_id: tenantId,
      name,
      print_hash: printHash,
      created_at: now.toISOString(),
      created_by: userId,
      status: 'file' in content ? 'ready' : 'making',
      ...content,
    })
    .returning(['id', 'name', sql<ReportPdf['status']>`status`.as('status')])
    .executeTakeFirstOrThrow()
  return { ...row, progress: row.status === 'ready' ? 100 : 0 }
}

/** Slows down towards the end, because the time is only estimated. */
function withProgress({ created_at, characters, ...pdf }: Row, now: Date): ReportPdf {
  const ms = Math.max(0, now.getTime() - Date.parse(created_at))
  const expected = (characters ?? 0) / CHARACTERS_PER_MS
  const progress = {
    ready: 100,
    failed: 0,
    making: Math.floor(99 * (1 - 2 ** ((-2 * ms) / expected))),
  }
  return { ...pdf, progress: progress[pdf.status] }
}

/** A user's file of the same content. */
export async function findSamePdf(
  db: Db,
  { tenantId }: Scope,
  { userId, name, printHash, now }: NewPdf,
) {
  const { rows } = await sql<Row>`select ${COLUMNS} from report_pdfs
    where tenant_id = ${tenantId} and created_by = ${userId} and name = ${name}
      and print_hash = ${printHash}
      and (status = 'ready' or status = 'making' and created_at > ${before(now, RUNNING_MS)})
    order by id desc limit 1`.execute(db)
  return rows[0] && withProgress(rows[0], now)
}

type Wanted = { userId: number; id: number; now: Date }

export async function getPdf(db: Db, scope: Scope, wanted: Wanted) {
  const { rows } = await sql<Row>`select ${COLUMNS} ${wantedBy(scope, wanted)}`.execute(db)
  if (!rows[0]) throw notFound('PDF')
  return withProgress(rows[0], wanted.now)
}

export async function getPdfFile(db: Db, scope: Scope, wanted: Wanted) {
  const { rows } = await sql<{ name: string; file: Buffer | null }>`
    select name, file ${wantedBy(scope, wanted)}`.execute(db)
  if (!rows[0]) throw notFound('PDF')
  return rows[0]
}

function wantedBy({ tenantId }: Scope, { userId, id, now }: Wanted) {
  return sql`from report_pdfs where tenant_id = ${tenantId} and id = ${id}
    and created_by = ${userId} and created_at >= ${before(now, DAY_MS)}`
}

export async function findPrint(db: Db, { tenantId }: Scope, id: number) {
  const { rows } = await sql<{ print: string }>`select print from report_pdfs
    where tenant_id = ${tenantId} and id = ${id} and status = 'making'`.execute(db)
  return rows[0]?.print
}

/** Does nothing if another attempt of the job was first. No file means that the job has failed. */
export async function settlePdf(db: Db, { tenantId }: Scope, id: number, file: Buffer | null) {
  await sql`update report_pdfs set status = ${file ? 'ready' : 'failed'}, file = ${file}, print = null
    where tenant_id = ${tenantId} and id = ${id} and status = 'making'`.execute(db)
}

/** Only the newest files of a user are kept. */
export async function deleteSurplusPdfs(db: Db, { tenantId }: Scope, userId: number) {
  await sql`delete from report_pdfs where tenant_id = ${tenantId} and created_by = ${userId}
    and id not in (select id from report_pdfs
      where tenant_id = ${tenantId} and created_by = ${userId} order by id desc limit ${MOST - 1})`.execute(
    db,
  )
}

/** Files are kept for a day. */
export async function deleteOldPdfs(db: Db, { tenantIds }: PlatformScope, now: Date) {
  await sql`delete from report_pdfs where tenant_id = any(${[...tenantIds]}::bigint[])
    and created_at < ${before(now, DAY_MS)}`.execute(db)
}

function before(now: Date, ms: number) {
  return new Date(now.getTime() - ms).toISOString()
}
