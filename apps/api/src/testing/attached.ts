import { createHash, randomUUID } from 'node:crypto'
import { type Attachment, PIECE_BYTES } from 'contract/attachments'
import { sql } from 'kysely'
import type { Files } from '#adapters/files.ts'
import type { Db } from '#db/scope.ts'
import { keyOf } from '#features/assessments/stored-pieces.ts'
import {
  type TestUser,
  aContentSet,
  aRefreshToken,
  aTenant,
  aUser,
  anAssessment,
  insertRow,
} from './factories.ts'
import type { TestApp } from './test-app.ts'
import type { Respondent } from './respondent.ts'

type At = { app: { adapters: { files: Pick<Files, 'put'> } }; db: Db }
type Input = { user: TestUser; assessment: number; statement: number }

/** An attachment in each state. */
export async function someAttachments(t: At, input: Input) {
  return {
    attachment: await anAttachment(t, { ...input, status: 'clean' }),
    uploading: await anAttachment(t, { ...input, status: 'uploading', isHere: false }),
    received: await anAttachment(t, { ...input, status: 'uploading' }),
    removed: await anAttachment(t, { ...input, status: 'clean', isRemoved: true }),
  }
}

const FILE = {
  name: 'minutes.txt',
  bytes: Buffer.from('Hello'),
  mediaType: 'text/plain',
  status: 'clean' as Attachment['status'],
  isHere: true,
  isRemoved: false,
}

export async function anAttachment(
  t: At,
  { user, assessment, statement, ...input }: Input & Partial<typeof FILE>,
): Promise<number> {
  const { name, bytes, mediaType, status, isHere, isRemoved } = { ...FILE, ...input }
  const tenant_id = user.tenantId
  const { file_id, piece } = await aStoredPiece(t, tenant_id, isHere ? bytes : undefined)
  return await insertRow(t.db, 'attachments', {
    tenant_id,
    assessment_id: assessment,
    statement_id: statement,
    key: randomUUID(),
    name,
    size: bytes.length,
    piece_bytes: Math.max(bytes.length, 1),
    pieces: isHere ? [piece] : [],
    file_id,
    status,
    ...(status !== 'uploading' && {
      media_type: mediaType,
      sha256: createHash('sha256').update(bytes).digest(),
    }),
    uploaded_by: user.id,
    removed_at: isRemoved ? new Date().toISOString() : null,
  })
}

/** An attachment of a new organisation. Returns its name in the file store. */
export async function anAttachmentSomewhere(t: At): Promise<string> {
  const tenant = await aTenant(t.db)
  const user = await aUser(t.db, { tenant })
  const contentSetId = await aContentSet(t.db, { tenant })
  const assessment = await anAssessment(t.db, { user, contentSetId })
  const { id: statement } = await t.db
    .selectFrom('statements')
    .select('id')
    .where('content_set_id', '=', contentSetId)
    .executeTakeFirstOrThrow()
  const id = await anAttachment(t, { user, assessment, statement })
  const { file_id, pieces } = await t.db
    .selectFrom('attachments')
    .select(['file_id', 'pieces'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return keyOf({ tenant_id: tenant.id, file_id }, pieces[0] ?? '')
}

/** A folder of the file store, with one piece if there are bytes. */
async function aStoredPiece({ app, db }: At, tenant_id: number, bytes: Buffer | undefined) {
  const { id: file_id } = await db
    .insertInto('stored_files')
    .values({ tenant_id })
    .returning('id')
    .executeTakeFirstOrThrow()
  const piece = randomUUID()
  if (bytes) await app.adapters.files.put(keyOf({ tenant_id, file_id }, piece), bytes)
  return { file_id, piece }
}

/** A file with all data, ready to be downloaded. */
export async function aDownload(t: At, user: TestUser, { isWhole = false } = {}): Promise<number> {
  const tenant_id = user.tenantId
  const { file_id, piece } = await aStoredPiece(t, tenant_id, FILE.bytes)
  return await insertRow(t.db, 'generated_files', {
    tenant_id,
    created_by: user.id,
    kind: isWhole ? 'whole-data' : 'own-data',
    name: 'data.zip',
    status: 'ready',
    file_id,
    pieces: [piece],
    bytes: FILE.bytes.length,
  })
}

/** Uploads a file as a page does. */
export async function upload(
  { caller }: Respondent,
  assessment: number,
  statement: number,
  { name, bytes, key = randomUUID() }: { name: string; bytes: Buffer; key?: string },
) {
  const input = { key, statement_id: statement, name, size: bytes.length }
  const started = await caller.post(`/assessments/${assessment}/attachments`, input)
  if (started.status !== 200) return started
  const { id } = started.body as { id: number }
  for (let offset = 0; offset < bytes.length; offset += PIECE_BYTES) {
    const sent = await sendPiece(caller, id, offset, bytes.subarray(offset, offset + PIECE_BYTES))
    if (sent.status !== 200) return sent
  }
  return await caller.post(`/attachments/${id}/completion`)
}

export function sendPiece(caller: Respondent['caller'], id: number, offset: number, bytes: Buffer) {
  return caller.put(`/attachments/${id}/pieces`, bytes, {
    query: { offset: String(offset) },
    headers: { 'content-type': 'application/octet-stream' },
  })
}

/** Fails the scan jobs, as after a day without a scanner. */
export async function failScans(db: Db): Promise<void> {
  await sql`update pgboss.job set state = 'failed', completed_on = now() where name = 'scan'`.execute(
    db,
  )
}

/** Opens a link as the browser that requested it: without a header, but with the cookie of the link's session. */
export async function openLink(
  { db, call }: Pick<TestApp, 'db' | 'call'>,
  host: string,
  href: string,
  headers: Record<string, string> = {},
) {
  const claims = /\?token=[^.]+\.([^.]+)/.exec(href)?.[1]
  const { tid, sid } = claims ? JSON.parse(String(Buffer.from(claims, 'base64url'))) : {}
  const cookie = claims ? `pat_rt=${await aRefreshToken(db, Number(tid), Number(sid))}` : ''
  return await call({ host, url: `/api${href}`, headers: { cookie, ...headers } })
}
