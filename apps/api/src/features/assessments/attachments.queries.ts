import type { AssessmentStatus } from 'contract/assessments'
import type { Attachment } from 'contract/attachments'
import { type Insertable, sql } from 'kysely'
import type { Scope, Db } from '#db/scope.ts'
import { notFound } from '#core/errors.ts'
import { mayUse } from '#features/assessments/access.queries.ts'
import type { DB } from '#db/schema.gen.ts'
import { isAnswerAsked } from '#support/applies.queries.ts'
import { RECEIVED_BYTES, STORED_BYTES } from '#support/stored-bytes.queries.ts'

export type StoredAttachment = Awaited<ReturnType<typeof getAttachment>>

function attachment(db: Db, scope: Scope, id: number) {
  return db
    .selectFrom('attachments as f')
    .innerJoin('assessments as a', (join) =>
      join.onRef('a.tenant_id', '=', 'f.tenant_id').onRef('a.id', '=', 'f.assessment_id'),
    )
    .select([
      'f.id',
      'f.statement_id',
      'f.name as file_name',
      'f.size',
      'f.piece_bytes',
      'f.media_type',
    ])
    .select(['f.created_at', 'f.scanning_since', 'f.tenant_id', 'f.assessment_id', 'f.file_id'])
    .select('f.pieces')
    .select((f) => f.ref('a.status').$castTo<AssessmentStatus>().as('assessment_status'))
    .select(RECEIVED_BYTES.as('received'))
    .select((f) => f.ref('f.status').$castTo<Attachment['status']>().as('status'))
    .where('f.tenant_id', '=', scope.tenantId)
    .where('f.id', '=', id)
}

export async function getAttachment(
  db: Db,
  scope: Scope,
  { userId, to }: { userId: number; to: 'read' | 'answer' },
  id: number,
  { isRemoved = false } = {},
) {
  const asking = { userId, to, statementId: sql<number>`f.statement_id` }
  return await attachment(db, scope, id)
    .where('f.removed_at', isRemoved ? 'is not' : 'is', null)
    .where(mayUse(asking))
    .executeTakeFirstOrThrow(() => notFound('attachment'))
}

/** A submitted file: complete, of a statement that is asked in a completed element. */
export async function getSubmittedAttachment(
  db: Db,
  scope: Scope,
  assessmentId: number,
  id: number,
) {
  return await attachment(db, scope, id)
    .innerJoin('statements as s', (join) =>
      join.onRef('s.tenant_id', '=', 'f.tenant_id').onRef('s.id', '=', 'f.statement_id'),
    )
    .innerJoin('element_completions as c', (join) =>
      join
        .onRef('c.tenant_id', '=', 'f.tenant_id')
        .onRef('c.assessment_id', '=', 'f.assessment_id')
        .onRef('c.element_id', '=', 's.element_id'),
    )
    .where('f.assessment_id', '=', assessmentId)
    .where(isAnswerAsked(sql`f.statement_id`, sql`a`))
    .where('f.status', '<>', 'uploading')
    .where('f.removed_at', 'is', null)
    .executeTakeFirstOrThrow(() => notFound('attachment'))
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

/** Bytes stored and allowed. Other callers wait until this transaction ends. */
export async function lockUsage(db: Db, { tenantId }: Scope) {
  await sql`select pg_advisory_xact_lock(hashtextextended('attachments', ${tenantId}))`.execute(db)
  return await db
    .selectFrom('tenants as t')
    .select(['t.attachment_quota as quota', STORED_BYTES.as('used')])
    .where('t.id', '=', tenantId)
    .executeTakeFirstOrThrow()
}

export async function countUnfinished(db: Db, scope: Scope, userId: number) {
  const { count } = await db
    .selectFrom('attachments')
    .select((f) => f.fn.countAll<number>().as('count'))
    .where('tenant_id', '=', scope.tenantId)
    .where('uploaded_by', '=', userId)
    .where('status', '=', 'uploading')
    .executeTakeFirstOrThrow()
  return count
}

export async function countOfStatement(
  db: Db,
  scope: Scope,
  assessmentId: number,
  statementId: number,
) {
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

type NewAttachment = Omit<Insertable<DB['attachments']>, 'tenant_id' | 'file_id'>

export async function insertAttachment(db: Db, { tenantId }: Scope, attachment: NewAttachment) {
  const tenant = { tenant_id: tenantId }
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

/** Of two pieces for one place the first counts. Returns false for the other. */
export async function addPiece(db: Db, scope: Scope, id: number, offset: number, piece: string) {
  const { numUpdatedRows } = await db
    .updateTable('attachments as f')
    .set((f) => ({ pieces: sql<string[]>`array_append(${f.ref('f.pieces')}, ${piece}::uuid)` }))
    .where('f.tenant_id', '=', scope.tenantId)
    .where('f.id', '=', id)
    .where('f.status', '=', 'uploading')
    .where('f.removed_at', 'is', null)
    .where(RECEIVED_BYTES, '=', offset)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

type Settled = {
  status: 'scanning' | 'clean' | 'quarantined'
  name?: string
  media_type?: string
  sha256?: Buffer
  scanning_since?: string
}

/** Returns false if another request or scan has settled the file. */
export async function settleAttachment(
  db: Db,
  scope: Scope,
  id: number,
  from: 'uploading' | 'scanning',
  settled: Settled,
) {
  const { numUpdatedRows } = await db
    .updateTable('attachments')
    .set(settled)
    .where('tenant_id', '=', scope.tenantId)
    .where('id', '=', id)
    .where('status', '=', from)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

export async function findScanning(db: Db, scope: Scope, id: number) {
  return await db
    .selectFrom('attachments')
    .select(['tenant_id', 'file_id', 'pieces', 'piece_bytes', 'size'])
    .select(['uploaded_by', 'assessment_id'])
    .where('tenant_id', '=', scope.tenantId)
    .where('id', '=', id)
    .where('status', '=', 'scanning')
    .executeTakeFirst()
}

export async function setRemoved(db: Db, scope: Scope, id: number, at: Date | null) {
  await db
    .updateTable('attachments')
    .set({ removed_at: at?.toISOString() ?? null })
    .where('tenant_id', '=', scope.tenantId)
    .where('id', '=', id)
    .execute()
}

/** Returns false if the upload is finished. The sweep empties its folder. */
export async function deleteUpload(db: Db, { tenantId }: Scope, id: number) {
  const { numAffectedRows } = await sql`delete from attachments
    where tenant_id = ${tenantId} and id = ${id} and status = 'uploading'`.execute(db)
  return numAffectedRows === 1n
}

export async function findElementOf(
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
  return statement?.element_id
}

export async function getElementOf(...statement: Parameters<typeof findElementOf>) {
  const elementId = await findElementOf(...statement)
  if (elementId === undefined) throw notFound('statement')
  return elementId
}
