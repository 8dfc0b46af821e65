import { isAuditor, isGodLevel } from 'contract/roles'
import type { SignedInContext } from '#core/context.ts'
import {
  type AllScope,
  type PlatformScope,
  type Scope,
  type Db,
  allScopeOf,
  platformScopeOf,
  scopeOf,
} from '#db/scope.ts'
import { ApiError, notFound, refuseRole } from '#core/errors.ts'
import { withAllTenants, withTenants } from '#db/pools.ts'
import { getPlatformId, listAssignedIds, listOrganisationIds } from './tenants.queries.ts'

/** The organisations that a user may see. For a god-admin of the platform, all of them. */
export type VisibleScope = PlatformScope | AllScope

/** Reads the visible organisations. For a god-admin, the transaction is read-only. */
export async function inVisible<T>(
  context: SignedInContext,
  work: (db: Db, scope: VisibleScope) => Promise<T>,
): Promise<T> {
  if (isPlatformGod(context)) return await inAllOrganisations(context, work)
  const ids = await visibleTenantIds(context)
  return await withTenants(context.app.pools, ids, (db) => work(db, platformScopeOf(ids)))
}

/** As `inVisible`, and for a god-admin with the platform's rows. */
export async function inVisibleAndPlatform<T>(
  context: SignedInContext,
  work: (db: Db, scope: VisibleScope) => Promise<T>,
): Promise<T> {
  return await inVisible(context, (db, scope) =>
    work(db, 'tenantIds' in scope ? scope : allScopeOf(scope.platformId, true)),
  )
}

/** Reads rows of these organisations and the platform's rows that they refer to, such as auditors and inviters. */
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

/** Reads every organisation for a god-admin of the platform. Refuses everyone else. */
export async function inAllOrganisations<T>(
  context: SignedInContext,
  work: (db: Db, scope: AllScope) => Promise<T>,
): Promise<T> {
  requirePlatformGod(context)
  return await withAllTenants(context.app.pools, (db) => work(db, allScopeOf(context.tenant.id)))
}

/** Runs `work` in one visible organisation, with the platform's rights. Any other organisation is not found. */
export async function inOrganisation<T>(
  context: SignedInContext,
  id: number,
  work: (db: Db, scope: Scope) => Promise<T>,
): Promise<T> {
  await requireVisible(context, id)
  return await withTenants(context.app.pools, [id], (db) => work(db, scopeOf(id)))
}

export async function requireVisible(context: SignedInContext, id: number): Promise<void> {
  if (!(await visibleTenantIds(context)).includes(id)) throw notFound('organisation')
}

export async function requireChangeable(context: SignedInContext, id: number): Promise<void> {
  await requireVisible(context, id)
  requireEditor(context)
}

/** At the platform, only god-admins change organisations, whatever other roles someone has there. */
export function requireEditor({ tenant, actor }: SignedInContext): void {
  if (tenant.kind === 'platform' && !isGodLevel(actor.roles)) throw refuseRole()
}

/** God-admins administer organisations from the platform only. */
export function isPlatformGod({ tenant, actor }: SignedInContext): boolean {
  return tenant.kind === 'platform' && isGodLevel(actor.roles)
}

export function requirePlatformGod(context: SignedInContext): void {
  if (!isGodLevel(context.actor.roles)) throw refuseRole()
  if (!isPlatformGod(context))
    throw new ApiError(
      'forbidden',
      'You can’t manage organisations at this address. Use the admin address.',
    )
}

/** Ids of the visible organisations; for a god-admin with the platform's. */
export async function visibleTenantIdsAndPlatform(context: SignedInContext): Promise<number[]> {
  const own = isPlatformGod(context) ? [context.tenant.id] : []
  return [...(await visibleTenantIds(context)), ...own]
}

/** Ids of the visible organisations: all for god-admins, the assigned ones for auditors, otherwise your own. */
export async function visibleTenantIds({ tenant, scope, actor, inTenant }: SignedInContext) {
  if (tenant.kind !== 'platform') return [tenant.id]
  if (isGodLevel(actor.roles)) return await inTenant((db) => listOrganisationIds(db))
  if (!isAuditor(actor.roles)) return []
  return await inTenant((db) => listAssignedIds(db, scope, actor.id))
}
