import type { ContentSetFile } from 'contract/content-format'
import { sql } from 'kysely'
import type { SignedInContext } from '#core/context.ts'
import { type Scope, type Db, scopeOf } from '#db/scope.ts'
import { ApiError, notFound } from '#core/errors.ts'
import { withTenants } from '#db/pools.ts'
import { inForceOf } from '#features/content/draft-of-file.ts'
import { mayBeMinor } from '#features/content/edition-changes.ts'
import { readEditionFile } from '#features/content/edition.ts'
import { headColumns, insertParts, partsOf } from '#features/content/sets/import-content-set.ts'
import type { ContentSetRow } from '#features/content/drafts/drafts.queries.ts'
import { recordChange } from '#features/content/in-content-set.ts'
import { visibleTenantIds } from '#support/tenant-scope.ts'
import { retireCovered } from './editions.queries.ts'
import { startMove } from '#features/content/moves.queries.ts'
import { copiesOf, getTemplate } from './template-copies.ts'
import { nextId, getYear } from '#support/tenants.queries.ts'

type Template = { row: ContentSetRow; file: ContentSetFile }

/** Copies a published template to each organisation in its own transaction, so a failure stops no other copy. */
export async function copyTemplate(
  context: SignedInContext,
  id: number,
  tenantIds: readonly number[],
) {
  const row = await getTemplate(context, id)
  if (row.status !== 'published')
    throw new ApiError(
      'conflict',
      'You can only copy a published version. Publish this version first.',
    )
  const known = new Set(await visibleTenantIds(context))
  if (tenantIds.some((tenantId) => !known.has(tenantId))) throw notFound('organisation')
  const { app, tenant, request } = context
  const file = await withTenants(app.pools, [tenant.id], (db) =>
    readEditionFile(db, scopeOf(tenant.id), id),
  )
  for (const tenantId of new Set(tenantIds))
    await copyTo(context, scopeOf(tenantId), { row, file }).catch((error: unknown) =>
      request.log.error({ err: error, tenantId }, 'a template was not copied'),
    )
  return await copiesOf(context, id)
}

async function copyTo(context: SignedInContext, scope: Scope, { row, file }: Template) {
  await withTenants(context.app.pools, [scope.tenantId], async (db) => {
    const before = await lockCopy(db, scope, row.family_id)
    if (before?.template_id === row.id && before.status === 'published') return
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
    if (isMinor) await startMove(context, db, scope, { id: made, from: before.id })
  })
}

type Copy = NonNullable<Awaited<ReturnType<typeof lockCopy>>>

/** The organisation's newest edition of the template. The lock makes parallel copies run in series. */
async function lockCopy(db: Db, scope: Scope, templateFamilyId: number) {
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

async function insertCopy(
  db: Db,
  scope: Scope,
  { row, file }: Template,
  { before, isMinor }: { before: Copy | undefined; isMinor: boolean },
): Promise<number> {
  const id = await nextId(db)
  // The organisation's own draft of the next version follows this one.
  if (before)
    await sql`update content_sets set version = version + 1, draft_saves = draft_saves + 1
      where ${draftOf(scope, before)}`.execute(db)
  await db
    .insertInto('content_sets')
    .values({
      tenant_id: scope.tenantId,
      id,
      ...headColumns(file, inForceOf(row)),
      ...(before
        ? { family_id: before.family_id, version: before.version + 1, based_on: before.id }
        : { family_id: id }),
      template_id: row.id,
      template_family_id: row.family_id,
      what_changed: row.what_changed,
      is_minor: isMinor,
      is_copy: true,
      status: 'published',
      published_at: sql<string>`now()`,
    })
    .execute()
  if (before)
    await sql`update content_sets set based_on = ${id} where ${draftOf(scope, before)}`.execute(db)
  await insertParts(db, scope, id, partsOf(file))
  return id
}

function draftOf({ tenantId }: Scope, { family_id }: Copy) {
  return sql`tenant_id = ${tenantId} and family_id = ${family_id} and status = 'draft'`
}
