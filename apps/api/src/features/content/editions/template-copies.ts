import { inForceOf } from '#features/content/draft-of-file.ts'
import { listBeside } from '#features/content/sets-beside.queries.ts'
import type { SignedInContext } from '#core/context.ts'
import { scopeOf } from '#db/scope.ts'
import { notFound } from '#core/errors.ts'
import { withTenants } from '#db/pools.ts'
import { inAllOrganisations, isPlatformGod, requirePlatformGod } from '#support/tenant-scope.ts'
import { type ContentSetRow, getRow } from '#features/content/drafts/drafts.queries.ts'
import { findNewest } from './editions.queries.ts'
import { countTenants, listVersions, listCopies } from './copies.queries.ts'

export async function countCopies(
  context: SignedInContext,
  id: number,
  of: 'family' | 'edition' = 'family',
): Promise<number> {
  if (!isPlatformGod(context)) return 0
  return await inAllOrganisations(context, (db, scope) => countTenants(db, scope, id, of))
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
    versions: await listVersions(db, scopeOf(tenant.id), family_id),
  }))
  if (!newest) throw notFound('template')
  const now = app.adapters.now()
  const { rows, beside } = await inAllOrganisations(context, async (db, scope) => {
    const found = await listCopies(db, scope, family_id)
    const offers = found.map((row) => ({
      ...inForceOf(newest),
      tenant_id: row.tenant_id,
      family_id: row.family_id ?? undefined,
    }))
    return { rows: found, beside: await listBeside(db, scope, offers, now) }
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
      beside: beside.get(tenant_id) ?? [],
      replaces: [],
    })),
  }
}
