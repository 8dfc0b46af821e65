import type { TemplateContent } from 'contract/templates'
import type { SignedInContext } from '#core/context.ts'
import { type Scope, scopeOf } from '#db/scope.ts'
import { ApiError, notFound } from '#core/errors.ts'
import { withTenants } from '#db/pools.ts'
import { mayBeMinor } from '#features/content/edition-changes.ts'
import { readEditionFile } from '#features/content/edition.ts'
import { recordChange } from '#features/content/in-content-set.ts'
import { requirePlatformGod, visibleTenantIds } from '#support/tenant-scope.ts'
import { retireCovered } from './editions.queries.ts'
import { startMove } from '#features/content/moves.queries.ts'
import { copiesOf } from './template-copies.ts'
import { getPlatformId, getYear } from '#support/tenants.queries.ts'
import { getRow } from '#features/content/drafts/drafts.queries.ts'
import { type Template, lockCopy, insertCopy } from './copies.queries.ts'

/** Copies a published template to each organisation in its own transaction, so a failure stops no other copy. */
export async function copyTemplate(
  context: SignedInContext,
  id: number,
  tenantIds: readonly number[],
) {
  requirePlatformGod(context)
  const known = new Set(await visibleTenantIds(context))
  if (tenantIds.some((tenantId) => !known.has(tenantId)))
    throw notFound('organisation', tenantIds.length)
  const { tenant, request } = context
  const template = await readTemplate(context, scopeOf(tenant.id), id)
  for (const tenantId of new Set(tenantIds))
    await copyTo(context, scopeOf(tenantId), template).catch((error: unknown) =>
      request.log.error({ err: error, tenantId }, 'a template was not copied'),
    )
  return await copiesOf(context, id)
}

/** Copies a template to the caller's own organisation. */
export async function useTemplate(context: SignedInContext, id: number): Promise<{ id: number }> {
  if (context.tenant.kind === 'platform') throw notFound('organisation')
  const platform = scopeOf(await context.inTenant(getPlatformId))
  const template = await readTemplate(context, platform, id)
  return { id: await copyTo(context, context.scope, template) }
}

export async function showTemplate(context: SignedInContext, id: number): Promise<TemplateContent> {
  if (context.tenant.kind === 'platform') throw notFound('template')
  const platform = scopeOf(await context.inTenant(getPlatformId))
  const { file } = await readTemplate(context, platform, id)
  return {
    title: file.title,
    language: file.language ?? null,
    scale: file.scale ?? [],
    elements: file.elements.map(({ title, statements }) => ({
      title,
      statements: statements.map(({ text }) => text),
    })),
  }
}

async function readTemplate({ app }: SignedInContext, platform: Scope, id: number) {
  return await withTenants(app.pools, [platform.tenantId], async (db): Promise<Template> => {
    const row = await getRow(db, platform, id)
    if (row.status !== 'published')
      throw new ApiError(
        'conflict',
        'This version isn’t published, so you can’t copy it. Reload the page.',
      )
    return { row, file: await readEditionFile(db, platform, id) }
  })
}

async function copyTo(context: SignedInContext, scope: Scope, { row, file }: Template) {
  return await withTenants(context.app.pools, [scope.tenantId], async (db) => {
    const before = await lockCopy(db, scope, row.family_id)
    if (before?.template_id === row.id && before.status === 'published') return before.id
    const isMinor =
      row.is_minor &&
      before !== undefined &&
      mayBeMinor(await readEditionFile(db, scope, before.id), file)
    const made = await insertCopy(db, scope, { row, file }, { before, isMinor })
    const year = await getYear(db, scope, context.app.adapters.now())
    await retireCovered(db, scope, made, year)
    await recordChange(db, context, scope, made, 'content_set.copied', {
      title: file.title,
      template: row.id,
    })
    if (isMinor) await startMove(db, context, scope, { id: made, from: before.id })
    return made
  })
}
