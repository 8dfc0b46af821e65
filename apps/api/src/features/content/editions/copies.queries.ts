import type { ContentSetStatus } from 'contract/content-sets'
import { sql } from 'kysely'
import type { ContentSetFile } from 'contract/content-format'
import type { Scope, Db, AllScope } from '#db/scope.ts'
import { inForceOf } from '#features/content/draft-of-file.ts'
import { headColumns, partsOf } from '#features/content/sets/import-content-set.ts'
import type { ContentSetRow } from '#features/content/drafts/drafts.queries.ts'
import { insertEdition, insertParts } from '#features/content/sets/new-sets.queries.ts'
import { inScope } from '#db/in-scope.ts'
import { MAX_ROWS } from 'contract/list-sizes'
import type { Template as ListedTemplate } from 'contract/templates'

export type Template = { row: ContentSetRow; file: ContentSetFile }

type Copy = NonNullable<Awaited<ReturnType<typeof lockCopy>>>

/** The organisation's newest edition of the template. The lock makes parallel copies run in series. */
export async function lockCopy(db: Db, scope: Scope, templateFamilyId: number) {
  await sql`select pg_advisory_xact_lock(${scope.tenantId})`.execute(db)
  return await db
    .selectFrom('content_sets')
    .select(['id', 'family_id', 'version', 'status', 'template_id'])
    .where('tenant_id', '=', scope.tenantId)
    .where('template_family_id', '=', templateFamilyId)
    .where('status', '<>', 'draft')
    .orderBy('version', 'desc')
    .forUpdate()
    .executeTakeFirst()
}

export async function insertCopy(
  db: Db,
  scope: Scope,
  { row, file }: Template,
  { before, isMinor }: { before: Copy | undefined; isMinor: boolean },
): Promise<number> {
  // The organisation's own draft of the next version follows this one.
  if (before)
    await sql`update content_sets set version = version + 1, draft_saves = draft_saves + 1
      where ${draftOf(scope, before)}`.execute(db)
  const id = await insertEdition(db, scope, {
    ...headColumns(file, inForceOf(row)),
    ...(before && {
      family_id: before.family_id,
      version: before.version + 1,
      based_on: before.id,
    }),
    template_id: row.id,
    template_family_id: row.family_id,
    what_changed: row.what_changed,
    is_minor: isMinor,
    is_copy: true,
  })
  if (before)
    await sql`update content_sets set based_on = ${id} where ${draftOf(scope, before)}`.execute(db)
  await insertParts(db, scope, id, partsOf(file))
  return id
}

function draftOf({ tenantId }: Scope, { family_id }: Copy) {
  return sql`tenant_id = ${tenantId} and family_id = ${family_id} and status = 'draft'`
}

/** The organisations with a copy of the template. */
export async function countTenants(
  db: Db,
  scope: AllScope,
  id: number,
  of: 'family' | 'edition',
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(distinct tenant_id) from content_sets where ${inScope('tenant_id', scope)}
      and ${id} = case ${of} when 'family' then template_family_id else template_id end`.execute(db)
  return rows[0]?.count ?? 0
}

export async function listVersions(db: Db, { tenantId }: Scope, familyId: number) {
  const { rows } = await sql<{ id: number; version: number }>`select id, version from content_sets
    where tenant_id = ${tenantId} and family_id = ${familyId}`.execute(db)
  return new Map(rows.map(({ id, version }) => [id, version]))
}

type Row = {
  tenant_id: number
  name: string
  family_id: number | null
  template_id: number | null
  is_copy: boolean | null
} & (
  | { id: number; version: number; status: ContentSetStatus }
  | { id: null; version: null; status: null }
)

// Editions in force come before retired ones and drafts.
export async function listCopies(db: Db, scope: AllScope, familyId: number): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select t.id as tenant_id, t.name, c.id, c.version, c.status, c.family_id, c.template_id, c.is_copy
    from tenants t left join lateral (
      select * from content_sets c where c.tenant_id = t.id and c.template_family_id = ${familyId}
      order by array_position(array['published', 'retired', 'draft'], c.status), c.version desc limit 1
    ) c on true
    where ${inScope('t.id', scope)}
    order by t.name, t.id`.execute(db)
  return rows
}

/** The newest published edition of each family of the platform that new assessments can still use. */
export async function listTemplates(db: Db, { tenantId }: Scope, year: number) {
  const { rows } = await sql<Omit<ListedTemplate, 'is_used'>>`
    select * from (
      select distinct on (c.family_id) c.id, c.title, coalesce(c.description, '') as description, c.language, c.version,
        (select count(*) from elements e where e.tenant_id = c.tenant_id and e.content_set_id = c.id) as elements,
        (select count(*) from statements s where s.tenant_id = c.tenant_id and s.content_set_id = c.id) as statements
      from content_sets c
      where c.tenant_id = ${tenantId} and c.status = 'published' and (c.year_to is null or c.year_to >= ${year})
      order by c.family_id, c.version desc) newest
    order by title, id limit ${MAX_ROWS}`.execute(db)
  return rows
}

/** The templates of which the organisation has a published copy. */
export async function listUsedTemplates(db: Db, { tenantId }: Scope): Promise<(number | null)[]> {
  const { rows } = await sql<{ template_id: number | null }>`select template_id from content_sets
    where tenant_id = ${tenantId} and status = 'published' and template_id is not null`.execute(db)
  return rows.map(({ template_id }) => template_id)
}
