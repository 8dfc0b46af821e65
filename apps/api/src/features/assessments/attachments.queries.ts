import type { Attachment } from 'contract/attachments'
import { type ExpressionBuilder, sql } from 'kysely'
import type { Scope } from '#core/context.ts'
import { notFound } from '#core/errors.ts'
import type { Db } from '#db/driver.ts'
import type { DB } from '#db/schema.gen.ts'

/** A row as its owner may see it, and what is needed to find the file. */
export type StoredAttachment = Awaited<ReturnType<typeof getOwnAttachment>>

type Joined = ExpressionBuilder<DB & { f: DB['attachments'] }, 'f'>

/** How much of the file is here: every piece but the last has the same size. */
export function received(f: Joined) {
  return sql<number>`least(${f.ref('f.size')}, cardinality(${f.ref('f.pieces')}) * ${f.ref('f.piece_bytes')})`
}

export const SHOWN = [
  'f.id',
  'f.statement_id',
  'f.name',
  'f.size',
  'f.piece_bytes',
  'f.status',
  'f.media_type',
  'f.created_at',
  'f.scanning_since',
] as const

/** Only of the person's own assessment: anybody else's is as if it were not there. */
export async function getOwnAttachment(
  db: Db,
  scope: Scope,
  userId: number,
  id: number,
  { isRemoved = false } = {},
) {
  const row = await db
    .selectFrom('attachments as f')
    .innerJoin('assessments as s', (join) =>
      join.onRef('s.tenant_id', '=', 'f.tenant_id').onRef('s.id', '=', 'f.assessment_id'),
    )
    .select([...SHOWN, 'f.tenant_id', 'f.assessment_id', 'f.file_id', 'f.pieces'])
    .select((f) => received(f).as('received'))
    .select('s.status as assessment_status')
    .where('f.tenant_id', '=', scope.tenantId)
    .where('f.id', '=', id)
    .where('f.removed_at', isRemoved ? 'is not' : 'is', null)
    .where('s.user_id', '=', userId)
    .executeTakeFirst()
  if (!row) throw notFound('attachment')
  return { ...row, status: row.status as Attachment['status'] }
}

/** Of what was submitted: a file of a completed element that had arrived. */
export async function getSubmittedAttachment(
  db: Db,
  scope: Scope,
  assessmentId: number,
  id: number,
) {
  const row = await db
    .selectFrom('attachments as f')
    .innerJoin('statements as s', (join) =>
      join.onRef('s.tenant_id', '=', 'f.tenant_id').onRef('s.id', '=', 'f.statement_id'),
    )
    .innerJoin('element_completions as c', (join) =>
      join
        .onRef('c.tenant_id', '=', 'f.tenant_id')
        .onRef('c.assessment_id', '=', 'f.assessment_id')
        .onRef('c.element_id', '=', 's.element_id'),
    )
    .select([...SHOWN, 'f.tenant_id', 'f.assessment_id', 'f.file_id', 'f.pieces'])
    .select((f) => received(f).as('received'))
    .where('f.tenant_id', '=', scope.tenantId)
    .where('f.assessment_id', '=', assessmentId)
    .where('f.id', '=', id)
    .where('f.status', '<>', 'uploading')
    .where('f.removed_at', 'is', null)
    .executeTakeFirst()
  if (!row) throw notFound('attachment')
  return { ...row, status: row.status as Attachment['status'] }
}

export async function findByKey(db: Db, scope: Scope, assessmentId: number, key: string) {
  return await db
    .selectFrom('attachments')
    .select(['id', 'removed_at'])
    .where('tenant_id', '=', scope.tenantId)
    .where('assessment_id', '=', assessmentId)
    .where('key', '=', key)
    .executeTakeFirst()
}

/** Bytes that the organisation's attachments take and may take; whoever asks next waits until this transaction ends. */
export async function lockUsage(db: Db, scope: Scope) {
  await sql`select pg_advisory_xact_lock(hashtextextended('attachments', ${scope.tenantId}))`.execute(
    db,
  )
  return await db
    .selectFrom('tenants as t')
    .select((from) => [
      't.attachment_quota as quota',
      from
        .selectFrom('attachments as f')
        .select((f) => sql<number>`coalesce(sum(${f.ref('f.size')}), 0)::float8`.as('used'))
        .where('f.tenant_id', '=', scope.tenantId)
        .as('used'),
    ])
    .where('t.id', '=', scope.tenantId)
    .executeTakeFirstOrThrow()
}

export async function countOfStatement(
  db: Db,
  scope: Scope,
  assessmentId: number,
  statementId: number,
): Promise<number> {
  const { count } = await db
    .selectFrom('attachments')
    .select((f) => f.fn.countAll<number>().as('count'))
    .where('tenant_id', '=', scope.tenantId)
    .where('assessment_id', '=', assessmentId)
    .where('statement_id', '=', statementId)
    .where('removed_at', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}

/** Makes the row and the folder that its file will have. */
export async function insertAttachment(
  db: Db,
  scope: Scope,
  attachment: {
    assessment_id: number
    statement_id: number
    key: string
    name: string
    size: number
    piece_bytes: number
    uploaded_by: number
  },
): Promise<number> {
  const tenant = { tenant_id: scope.tenantId }
  const file = await db
    .insertInto('stored_files')
    .values(tenant)
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id } = await db
    .insertInto('attachments')
    .values({ ...tenant, ...attachment, file_id: file.id })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Of two pieces that come for the same place the first counts; false for the other. */
export async function addPiece(
  db: Db,
  scope: Scope,
  id: number,
  offset: number,
  piece: string,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('attachments as f')
    .set((f) => ({ pieces: sql<string[]>`array_append(${f.ref('f.pieces')}, ${piece}::uuid)` }))
    .where('f.tenant_id', '=', scope.tenantId)
    .where('f.id', '=', id)
    .where('f.status', '=', 'uploading')
    .where('f.removed_at', 'is', null)
    .where((f) => f(received(f), '=', offset))
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/** What has been judged once is not judged again; false when somebody was quicker. */
export async function settleUpload(
  db: Db,
  scope: Scope,
  id: number,
  settled: {
    status: 'scanning' | 'clean'
    name: string
    media_type: string
    sha256: Buffer
    scanning_since?: string
  },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('attachments')
    .set(settled)
    .where('tenant_id', '=', scope.tenantId)
    .where('id', '=', id)
    .where('status', '=', 'uploading')
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

export async function findScanning(db: Db, scope: Scope, id: number) {
  return await db
    .selectFrom('attachments')
    .select([
      'tenant_id',
      'file_id',
      'pieces',
      'piece_bytes',
      'size',
      'uploaded_by',
      'assessment_id',
    ])
    .where('tenant_id', '=', scope.tenantId)
    .where('id', '=', id)
    .where('status', '=', 'scanning')
    .executeTakeFirst()
}

/** False when another scan of the file was quicker. */
export async function settleScan(
  db: Db,
  scope: Scope,
  id: number,
  status: 'clean' | 'quarantined',
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('attachments')
    .set({ status })
    .where('tenant_id', '=', scope.tenantId)
    .where('id', '=', id)
    .where('status', '=', 'scanning')
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

export async function setRemoved(db: Db, scope: Scope, id: number, at: Date | null) {
  await db
    .updateTable('attachments')
    .set({ removed_at: at?.toISOString() ?? null })
    .where('tenant_id', '=', scope.tenantId)
    .where('id', '=', id)
    .execute()
}

/** What has been settled meanwhile, by another page, stays. */
export async function deleteUpload(db: Db, scope: Scope, id: number): Promise<void> {
  await db
    .deleteFrom('attachments')
    .where('tenant_id', '=', scope.tenantId)
    .where('id', '=', id)
    .where('status', '=', 'uploading')
    .execute()
}

export async function getElementOf(
  db: Db,
  scope: Scope,
  contentSetId: number,
  statementId: number,
) {
  const statement = await db
    .selectFrom('statements')
    .select('element_id')
    .where('tenant_id', '=', scope.tenantId)
    .where('content_set_id', '=', contentSetId)
    .where('id', '=', statementId)
    .executeTakeFirst()
  if (!statement) throw notFound('statement')
  return statement.element_id
}
