import type { ContentImport, ImportChoices, ImportFindings } from 'contract/content-imports'
import type { Fault } from 'contract/content-format'
import { sql } from 'kysely'
import type { PlatformScope, Scope, Db } from '#db/scope.ts'
import { notFound, ApiError } from '#core/errors.ts'

export type Status = ContentImport['status']
export type Preview = NonNullable<ContentImport['preview']>

/** With findings, the author can choose and the file is read again. */
export type Outcome = (
  | { status: 'ready'; preview: Preview; json: string }
  | { status: 'faulty'; faults: Fault[]; faultCount: number }
) & { findings?: ImportFindings | undefined }

export type NewImport = {
  name: string
  /** The edition whose next version it becomes. */
  follows: number | null
  authorId: number | null
  file: Buffer
  /** Without one, a job reads the file. */
  outcome?: Outcome
}

export async function insertImport(
  db: Db,
  { tenantId }: Scope,
  { name, follows, authorId, file, outcome }: NewImport,
) {
  const { id } = await db
    .insertInto('content_imports')
    .values({
      tenant_id: tenantId,
      name,
      content_set_of: follows,
      created_by: authorId,
      ...(isKept(outcome) && { file: Buffer.alloc(0) }),
      ...(outcome && outcomeColumns(outcome)),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (isKept(outcome)) await writeFile(db, tenantId, { id, column: 'file', file })
  return id
}

function isKept(outcome: Outcome | undefined) {
  return !outcome || outcome.findings !== undefined
}

/** In slices, because the driver would hold up other requests while it copies 20 MB. The row is copied for each. */
const WRITTEN_BYTES = 4 * 1024 * 1024

const COLUMNS = { file: sql`file`, other_file: sql`other_file` }
type Column = keyof typeof COLUMNS
type Written = { id: number; column: Column; file: Buffer }

async function writeFile(db: Db, tenantId: number, { id, column, file }: Written) {
  const to = COLUMNS[column]
  for (let at = 0; at < file.length; at += WRITTEN_BYTES)
    await sql`update content_imports set ${to} = ${to} || ${file.subarray(at, at + WRITTEN_BYTES)}
      where tenant_id = ${tenantId} and id = ${id}`.execute(db)
}

export type Again = { choices: ImportChoices; other?: { name: string; file: Buffer } | undefined }

/** Returns the bytes of the files to read again; undefined if they aren't there any more. */
export async function readAgain(
  db: Db,
  { tenantId }: Scope,
  id: number,
  { choices, other }: Again,
): Promise<number | undefined> {
  const changed = await db
    .updateTable('content_imports')
    .set({
      status: 'reading',
      progress: 0,
      faults: '[]',
      fault_count: 0,
      preview: null,
      content: null,
      choices: JSON.stringify(choices),
      ...(other && { other_name: other.name, other_file: Buffer.alloc(0) }),
    })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .where('status', 'in', ['ready', 'faulty'])
    .where('file', 'is not', null)
    .returning(sql<number>`octet_length(file) + coalesce(octet_length(other_file), 0)`.as('bytes'))
    .executeTakeFirst()
  if (!changed) return undefined
  if (other) await writeFile(db, tenantId, { id, column: 'other_file', file: other.file })
  return changed.bytes + (other?.file.length ?? 0)
}

/** Does nothing if the import was discarded. The file is no longer needed, unless its author can choose. */
export async function storeOutcome(db: Db, scope: Scope, id: number, outcome: Outcome) {
  await db
    .updateTable('content_imports')
    .set({
      ...(!isKept(outcome) && { file: null, other_file: null }),
      ...outcomeColumns(outcome),
    })
    .where('tenant_id', '=', scope.tenantId)
    .where('id', '=', id)
    .where('status', '=', 'reading')
    .execute()
}

function outcomeColumns(outcome: Outcome) {
  const { status } = outcome
  const findings = outcome.findings ? JSON.stringify(outcome.findings) : null
  if (status === 'faulty') {
    const { faultCount: fault_count, faults } = outcome
    return { status, progress: 100, faults: JSON.stringify(faults), fault_count, findings }
  }
  const preview = JSON.stringify(outcome.preview)
  return { status, progress: 100, preview, content: outcome.json, findings }
}

type Change = {
  status?: Status
  progress?: number
  faults?: Fault[]
  contentSetId?: number
}

/** Changes the import only from this status, so another process's change stays. */
export async function changeImport(
  db: Db,
  { tenantId }: Scope,
  id: number,
  from: Status,
  { faults, contentSetId, ...change }: Change,
) {
  await db
    .updateTable('content_imports')
    .set({
      ...change,
      ...(faults && { faults: JSON.stringify(faults), fault_count: faults.length }),
      // No other attempt reads it again.
      ...(change.status === 'failed' && { file: null, other_file: null }),
      // The draft has the content now.
      ...(contentSetId !== undefined && {
        content_set_id: contentSetId,
        content: null,
        file: null,
        other_file: null,
      }),
    })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .where('status', '=', from)
    .execute()
}

export async function getImport(db: Db, { tenantIds }: PlatformScope, id: number) {
  const { rows } = await sql<ContentImport>`
    select i.id, i.name, i.status, i.progress, i.faults, i.fault_count, i.preview, i.findings, i.content_set_id, i.created_at,
      jsonb_build_object('id', t.id, 'name', t.name) as tenant,
      (select jsonb_build_object('id', b.id, 'version', b.version) from content_sets b
        where b.tenant_id = i.tenant_id and b.id = i.content_set_of) as follows,
      (select jsonb_build_object('id', b.id, 'version', b.version) from content_sets b
        where b.tenant_id = i.tenant_id and i.content_set_of is null and b.status = 'published'
          and b.title = i.preview->>'title' order by b.version desc, b.id desc limit 1) as namesake
    from content_imports i join tenants t on t.id = i.tenant_id
    where i.tenant_id = any(${[...tenantIds]}::bigint[]) and i.id = ${id}`.execute(db)
  if (!rows[0]) throw notFound('import')
  return rows[0]
}

/** The second of two parallel acceptances finds what the first did. */
export async function lockImport(db: Db, { tenantId }: Scope, id: number) {
  const { rows } = await sql<{ status: Status; name: string; preview: Preview | null }>`
    select status, name, preview from content_imports
    where tenant_id = ${tenantId} and id = ${id} for update`.execute(db)
  return rows[0]
}

export async function getContent(db: Db, scope: Scope, id: number) {
  return await db
    .selectFrom('content_imports')
    .select(['content_set_of', 'created_by', sql<string | null>`content::text`.as('content')])
    .where('tenant_id', '=', scope.tenantId)
    .where('id', '=', id)
    .executeTakeFirst()
}

type PendingFile = {
  name: string
  bytes: number
  other_name: string | null
  other_bytes: number | null
  choices: ImportChoices
  content_set_of: number | null
}

/** Smaller, because the driver reads bytes as a text of twice their length. */
const SLICE_BYTES = 512 * 1024

export async function findFile(db: Db, { tenantId }: Scope, id: number) {
  const { rows } = await sql<PendingFile>`
    select name, octet_length(file) as bytes, other_name, octet_length(other_file) as other_bytes,
      choices, content_set_of
    from content_imports
    where tenant_id = ${tenantId} and id = ${id} and status = 'reading'
      and file is not null`.execute(db)
  const found = rows[0]
  if (!found) return undefined
  const { bytes, other_name, other_bytes, ...rest } = found
  const file = await readBytes(db, tenantId, { id, column: 'file', bytes })
  if (other_name === null || other_bytes === null) return { ...rest, file, other: undefined }
  const others = await readBytes(db, tenantId, { id, column: 'other_file', bytes: other_bytes })
  return { ...rest, file, other: { name: other_name, bytes: others } }
}

type Read = { id: number; column: Column; bytes: number }

async function readBytes(db: Db, tenantId: number, { id, column, bytes }: Read) {
  const file = new Uint8Array(bytes)
  for (let at = 0; at < bytes; at += SLICE_BYTES) {
    const { rows } = await sql<{ slice: Buffer }>`
      select substring(${COLUMNS[column]} from ${at + 1}::int for ${SLICE_BYTES}::int) as slice
      from content_imports where tenant_id = ${tenantId} and id = ${id}`.execute(db)
    if (rows[0]) file.set(rows[0].slice, at)
  }
  return file
}

export async function deleteImport(db: Db, { tenantId }: Scope, id: number) {
  await sql`delete from content_imports where tenant_id = ${tenantId} and id = ${id}`.execute(db)
}

export async function deleteOldImports(db: Db, { tenantId }: Scope) {
  await sql`delete from content_imports
    where tenant_id = ${tenantId} and created_at < now() - interval '7 days'`.execute(db)
}

/** The newest edition of a family, for its only draft to follow. */
export async function findFollowed(db: Db, { tenantId }: Scope, familyId: number) {
  const newest = await db
    .selectFrom('content_sets')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('family_id', '=', familyId)
    .orderBy('version', 'desc')
    .executeTakeFirstOrThrow(() => notFound('content set'))
  if (newest.status === 'draft')
    throw new ApiError(
      'conflict',
      'This content set already has a draft. Publish or delete it first.',
    )
  return newest
}
