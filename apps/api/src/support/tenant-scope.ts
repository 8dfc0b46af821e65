import { isAuditor, isGodLevel } from 'contract/permissions'
import { sql } from 'kysely'
import {
  type AllScope,
  type PlatformScope,
  type Scope,
  type SignedInContext,
  allScopeOf,
  platformScopeOf,
  scopeOf,
} from '#core/context.ts'
import { ApiError, notFound } from '#core/errors.ts'
import type { Db } from '#db/driver.ts'
import { withAllTenants, withTenants } from '#db/pools.ts'
import { getPlatformId, listOrganisationIds } from './tenants.queries.ts'

/** The organisations that someone sees: all of them for a god-admin of the platform. */
export type VisibleScope = PlatformScope | AllScope

/** Reads the organisations that someone sees. Nothing can be written. */
export async function inVisible<T>(
  context: SignedInContext,
  work: (db: Db, scope: VisibleScope) => Promise<T>,
): Promise<T> {
  return isPlatformGod(context)
    ? await inAllOrganisations(context, work)
    : await inView(context, work)
}

/** As `inVisible`, for a god-admin with the platform's own rows as well. */
export async function inVisibleAndPlatform<T>(
  context: SignedInContext,
  work: (db: Db, scope: VisibleScope) => Promise<T>,
): Promise<T> {
  return await inVisible(context, (db, scope) =>
    work(db, 'tenantIds' in scope ? scope : allScopeOf(scope.platformId, true)),
  )
}

/** Reads rows of these organisations together with what they name of the platform: its auditors, and who invites. */
export async function withPlatformRows<T>(
  context: SignedInContext,
  ids: readonly number[],
  work: (db: Db, scope: PlatformScope, platformId: number) => Promise<T>,
): Promise<T> {
  const platformId = await context.inTenant(getPlatformId)
  return await withTenants(context.app.pools, [...ids, platformId], (db) =>
    work(db, platformScopeOf(ids), platformId),
  )
}

/**
 * Reads the organisations that somebody has in view: all for god-admins, the assigned ones for auditors of the
 * platform, otherwise the own.
 */
export async function inView<T>(
  context: SignedInContext,
  work: (db: Db, scope: PlatformScope) => Promise<T>,
): Promise<T> {
  const ids = await idsInView(context)
  const scope = platformScopeOf(ids)
  return await withTenants(context.app.pools, ids, (db) => work(db, scope))
}

/** As `inView`; for a god-admin with the platform's own rows as well. */
export async function inFullView<T>(
  context: SignedInContext,
  work: (db: Db, scope: PlatformScope) => Promise<T>,
): Promise<T> {
  const ids = await idsInFullView(context)
  return await withTenants(context.app.pools, ids, (db) => work(db, platformScopeOf(ids)))
}

/** Reads every organisation for a god-admin of the platform; refused to everyone else. Nothing can be written. */
export async function inAllOrganisations<T>(
  context: SignedInContext,
  work: (db: Db, scope: AllScope) => Promise<T>,
): Promise<T> {
  requirePlatformGod(context)
  return await withAllTenants(context.app.pools, (db) => work(db, allScopeOf(context.tenant.id)))
}

/** Ids of the organisations in view; for a god-admin with the platform's. */
export async function idsInFullView(context: SignedInContext): Promise<number[]> {
  const own = isPlatformGod(context) ? [context.tenant.id] : []
  return [...(await idsInView(context)), ...own]
}

/** Works in one organisation in view, with the platform's rights; any other does not exist. */
export async function inOrganisation<T>(
  context: SignedInContext,
  id: number,
  work: (db: Db, scope: Scope) => Promise<T>,
): Promise<T> {
  if (!(await idsInView(context)).includes(id)) throw notFound('organisation')
  return await withTenants(context.app.pools, [id], (db) => work(db, scopeOf(id)))
}

/** Refuses whatever is out of view as not there, and what somebody of the platform has in view only to read. */
export async function requireChangeable(context: SignedInContext, id: number): Promise<void> {
  if (!(await idsInView(context)).includes(id)) throw notFound('organisation')
  requireEditor(context)
}

/** Whoever else has an organisation in view from the platform reads only, whatever their other roles allow at home. */
export function requireEditor({ tenant, actor }: SignedInContext): void {
  if (tenant.kind === 'platform' && !isGodLevel(actor.roles))
    throw new ApiError('forbidden', 'Your role does not allow this.')
}

/** God-admins administer organisations from the platform, and only from there. */
export function isPlatformGod({ tenant, actor }: SignedInContext): boolean {
  return tenant.kind === 'platform' && isGodLevel(actor.roles)
}

export function requirePlatformGod(context: SignedInContext): void {
  if (!isPlatformGod(context))
    throw new ApiError('forbidden', 'Organisations are administered at the admin host.')
}

/** Ids of the organisations in view. Auditors' assignments are the platform's, so they are read there. */
export async function idsInView({ tenant, scope, actor, inTenant }: SignedInContext) {
  if (tenant.kind !== 'platform') return [tenant.id]
  if (isGodLevel(actor.roles)) return await inTenant((db) => listOrganisationIds(db))
  if (!isAuditor(actor.roles)) return []
  const isAssigned = sql<boolean>`t.id in (select a.organisation_id from tenant_auditors a
    where a.tenant_id = ${scope.tenantId} and a.auditor_id = ${actor.id})`
  return await inTenant((db) => listOrganisationIds(db, isAssigned))
}
