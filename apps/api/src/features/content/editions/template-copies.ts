import type { ContentSetStatus } from 'contract/content-sets'
import { inForceOf } from '#features/content/draft-of-file.ts'
import { listReplaced } from '#features/content/in-force.ts'
import { sql } from 'kysely'
import type { SignedInContext } from '#core/context.ts'
import { type AllScope, type Db, scopeOf } from '#db/scope.ts'
import { notFound } from '#core/errors.ts'
import { inScope } from '#db/in-scope.ts'
import { withTenants } from '#db/pools.ts'
import { inAllOrganisations, isPlatformGod, requirePlatformGod } from '#support/tenant-scope.ts'
import { type ContentSetRow, getRow } from '#features/content/drafts/drafts.queries.ts'
import { findNewest } from './editions.queries.ts'

export async function countCopies(
  context: SignedInContext,
  id: number,
  of: 'family' | 'edition' = 'family',
): Promise<number> {
  if (!isPlatformGod(context)) return 0
  return await inAllOrganisations(context, async (db, scope) => {
    const { rows } = await sql<{ count: number }>`
      select count(distinct tenant_id) from content_sets where ${inScope('tenant_id', scope)}
        and ${id} = case ${of} when 'family' then template_family_id else template_id end`.execute(
      db,
    )
    return rows[0]?.count ?? 0
  })
}

export async function getTemplate(context: SignedInContext, id: number): Promise<ContentSetRow> {
  requirePlatformGod(context)
  const { id: platformId } = context.tenant
  return await withTenants(context.app.pools, [platformId], (db) =>
    getRow(db, scopeOf(platformId), id),
  )
}

export async function copiesOf(context: SignedInContext, id: number) {
  const { family_id } = await getTemplate(context, id)
  const { tenant, app } = context
  const { newest, versions } = await withTenants(app.pools, [tenant.id], async (db) => ({
    newest: await findNewest(db, scopeOf(tenant.id), family_id),
    versions: await versionsOf(db, tenant.id, family_id),
  }))
  if (!newest) throw notFound('template')
  const now = app.adapters.now()
  const { rows, replaced } = await inAllOrganisations(context, async (db, scope) => {
    const found = await listCopies(db, scope, family_id)
    const offers = found.map((row) => ({
      ...inForceOf(newest),
      tenantId: row.tenant_id,
      familyId: row.family_id ?? undefined,
    }))
    return { rows: found, replaced: await listReplaced(db, scope, offers, now) }
  })
  return {
    version: newest.version,
    copies: rows.map(({ tenant_id, name, id: copy, version, status, template_id, is_copy }) => ({
      tenant: { id: tenant_id, name },
      content_set:
        copy === null
          ? null
          : {
              id: copy,
              version,
              status,
              from_version: versions.get(template_id ?? 0) ?? 0,
              is_changed: status !== 'draft' && is_copy === false,
            },
      is_newest: template_id === newest.id,
      replaces: replaced.get(tenant_id) ?? [],
    })),
  }
}

async function versionsOf(db: Db, tenantId: number, familyId: number) {
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
async function listCopies(db: Db, scope: AllScope, familyId: number): Promise<Row[]> {
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
