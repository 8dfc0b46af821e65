import type { ContentImport } from 'contract/content-imports'
import type { ContentSetFile, Fault } from 'contract/content-format'
import { sql } from 'kysely'
import type { PlatformScope, Scope } from '#core/context.ts'
import { notFound } from '#core/errors.ts'
import type { Db } from '#db/driver.ts'

export type Status = ContentImport['status']
export type Preview = NonNullable<ContentImport['preview']>

/** What reading a file has come to. */
export type Outcome =
  | { status: 'ready'; preview: Preview; json: string }
  | { status: 'faulty'; faults: Fault[]; faultCount: number }

export type NewImport = {
  name: string
  /** The edition whose next version it becomes. */
  follows: number | null
  authorId: number | null
} & ({ file: Buffer } | { outcome: Outcome })

export async function insertImport(
  db: Db,
  { tenantId }: Scope,
  { name, follows, authorId, ...wish }: NewImport,
): Promise<number> {
  const { id } = await db
    .insertInto('content_imports')
    .values({
      tenant_id: tenantId,
      name,
      content_set_of: follows,
      created_by: authorId,
      ...('file' in wish ? { file: wish.file } : outcomeColumns(wish.outcome)),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** What a reader has found, unless the import was thrown away meanwhile; the file itself is not needed any more. */
export async function keepOutcome(db: Db, scope: Scope, id: number, outcome: Outcome) {
  await db
    .updateTable('content_imports')
    .set({ file: null, ...outcomeColumns(outcome) })
    .where('tenant_id', '=', scope.tenantId)
    .where('id', '=', id)
    .where('status', '=', 'reading')
    .execute()
}

function outcomeColumns(outcome: Outcome) {
  if (outcome.status === 'faulty')
    return {
      status: outcome.status,
      progress: 100,
      faults: JSON.stringify(outcome.faults),
      fault_count: outcome.faultCount,
    }
  return {
    status: outcome.status,
    progress: 100,
    preview: JSON.stringify(outcome.preview),
    content: outcome.json,
  }
}

type Change = {
  status?: Status
  progress?: number
  faults?: Fault[]
  contentSetId?: number
}

/** Only from this status, so that what another process has done meanwhile stands; answers whether it was. */
export async function changeImport(
  db: Db,
  { tenantId }: Scope,
  id: number,
  from: Status,
  { faults, contentSetId, ...change }: Change,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('content_imports')
    .set({
      ...change,
      ...(faults && { faults: JSON.stringify(faults), fault_count: faults.length }),
      // Made: what it was read as is in the draft now.
      ...(contentSetId !== undefined && { content_set_id: contentSetId, content: null }),
    })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .where('status', '=', from)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

type Version = { id: number; version: number }

const FOLLOWS = sql<Version | null>`(select jsonb_build_object('id', b.id, 'version', b.version)
  from content_sets b where b.tenant_id = i.tenant_id and b.id = i.content_set_of)`

const NAMESAKE = sql<Version | null>`(select jsonb_build_object('id', b.id, 'version', b.version)
  from content_sets b where b.tenant_id = i.tenant_id and i.content_set_of is null and b.status = 'published'
    and b.title = i.preview->>'title' order by b.version desc, b.id desc limit 1)`

export async function getImport(db: Db, { tenantIds }: PlatformScope, id: number) {
  const row = await db
    .selectFrom('content_imports as i')
    .innerJoin('tenants as t', 't.id', 'i.tenant_id')
    .select([
      'i.id',
      'i.name',
      't.id as tenant_id',
      't.name as tenant_name',
      sql<Status>`i.status`.as('status'),
      'i.progress',
      sql<Fault[]>`i.faults`.as('faults'),
      'i.fault_count',
      sql<Preview | null>`i.preview`.as('preview'),
      'i.content_set_id',
      'i.created_at',
      FOLLOWS.as('follows'),
      NAMESAKE.as('namesake'),
    ])
    .where('i.tenant_id', '=', sql<number>`any(${[...tenantIds]}::bigint[])`)
    .where('i.id', '=', id)
    .executeTakeFirst()
  if (!row) throw notFound('import')
  const { tenant_id, tenant_name, ...rest } = row
  return { ...rest, tenant: { id: tenant_id, name: tenant_name } }
}

/** Held until the transaction ends: of two who accept one the second finds what the first did. */
export async function lockImport(db: Db, scope: Scope, id: number) {
  return await db
    .selectFrom('content_imports')
    .select([sql<Status>`status`.as('status'), 'name', sql<Preview | null>`preview`.as('preview')])
    .where('tenant_id', '=', scope.tenantId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

export async function getContent(db: Db, scope: Scope, id: number) {
  return await db
    .selectFrom('content_imports')
    .select(['content_set_of', 'created_by', sql<ContentSetFile | null>`content`.as('content')])
    .where('tenant_id', '=', scope.tenantId)
    .where('id', '=', id)
    .executeTakeFirst()
}

/** The file of an import that is still to be read. */
export async function findFile(db: Db, scope: Scope, id: number) {
  return await db
    .selectFrom('content_imports')
    .select(['name', 'file', 'content_set_of'])
    .where('tenant_id', '=', scope.tenantId)
    .where('id', '=', id)
    .where('status', '=', 'reading')
    .where('file', 'is not', null)
    .executeTakeFirst()
}

export async function deleteImport(db: Db, scope: Scope, id: number): Promise<void> {
  await db
    .deleteFrom('content_imports')
    .where('tenant_id', '=', scope.tenantId)
    .where('id', '=', id)
    .execute()
}

/** Nobody comes back to an import after a week. */
export async function deleteOldImports(db: Db, scope: Scope): Promise<void> {
  await db
    .deleteFrom('content_imports')
    .where('tenant_id', '=', scope.tenantId)
    .where('created_at', '<', sql<string>`now() - interval '7 days'`)
    .execute()
}
