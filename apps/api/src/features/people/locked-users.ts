import type { UserDetails } from 'contract/users'
import { hasPlatformRole } from 'contract/roles'
import type { SignedInContext } from '#core/context.ts'
import { type Scope, type Db, platformScopeOf, scopeOf } from '#db/scope.ts'
import { ApiError, notFound } from '#core/errors.ts'
import type { HostTenant } from '#core/host-tenant.ts'
import { withTenants } from '#db/pools.ts'
import { type LockedUser, lockAccount } from '#features/identity/account.queries.ts'
import { withLockedCaller } from '#features/identity/locked-caller.ts'
import { visibleTenantIds, inVisible, requireEditor } from '#support/tenant-scope.ts'
import { findActiveTenant } from '#support/tenants.queries.ts'
import { findOrganisationOf, getUserDetails } from '#features/people/users/user-record.queries.ts'
import { listWithoutAdmin } from './user-list.queries.ts'

/** Runs `work` in the organisation of a visible user. Any other user is not found. */
export async function inOrganisationOf<T>(
  context: SignedInContext,
  userId: number,
  work: (db: Db, scope: Scope) => Promise<T>,
): Promise<T> {
  const { app, tenant } = context
  const id = tenant.kind === 'platform' ? await organisationOf(context, userId) : tenant.id
  return await withTenants(app.pools, [id], async (db) => {
    if ((await findOrganisationOf(db, platformScopeOf([id]), userId)) === undefined)
      throw notFound('user')
    return await work(db, scopeOf(id))
  })
}

export async function organisationOf(context: SignedInContext, userId: number): Promise<number> {
  const id = await inVisible(context, (db, scope) => findOrganisationOf(db, scope, userId))
  if (id === undefined) throw notFound('user')
  return id
}

/** As `inOrganisationOf`, for changes. */
export async function withLockedUser<T>(
  context: SignedInContext,
  userId: number,
  work: (db: Db, scope: Scope, user: UserDetails) => Promise<T>,
): Promise<T> {
  requireEditor(context)
  const id = await organisationOf(context, userId)
  return await withLockedCaller(context, [id], [userId], async (db) =>
    work(db, scopeOf(id), await lockUser(db, scopeOf(id), userId)),
  )
}

export async function lockUser(db: Db, scope: Scope, userId: number): Promise<UserDetails> {
  await lockAccount(db, scope, userId)
  const user = await getUserDetails(db, scope, userId)
  refuseAdminUser(user.roles)
  return user
}

/** Changes several visible users, all of them or none, and never your own account. */
export async function withLockedUsers(
  context: SignedInContext,
  wanted: readonly number[],
  work: (db: Db, users: LockedUser[]) => Promise<LockedUser[]>,
) {
  requireEditor(context)
  const ids = [...new Set(wanted)]
  if (ids.includes(context.actor.id)) {
    throw new ApiError(
      'forbidden',
      'You can’t change your own account here. Remove yourself from the selection.',
      {
        fields: { ids: 'Remove yourself from the selection' },
      },
    )
  }
  const tenantIds = await visibleTenantIds(context)
  const scope = platformScopeOf(tenantIds)
  return await withLockedCaller(context, tenantIds, ids, async (db, users) => {
    if (users.length < ids.length) throw notFound('user', ids.length)
    for (const { roles } of users) refuseAdminUser(roles)
    const changed = await work(db, users)
    const admins = changed.filter(({ is_active, roles }) => is_active && roles.includes('admin'))
    const affected = new Set(admins.map((user) => user.tenant_id))
    return {
      ids: changed.map(({ id }) => id),
      without_admin: await listWithoutAdmin(db, scope, [...affected]),
    }
  })
}

function refuseAdminUser(roles: readonly string[]): void {
  if (hasPlatformRole(roles))
    throw new ApiError(
      'forbidden',
      'You can’t change god-admins and auditors here. Change them under Access.',
    )
}

export function refuseSelf({ actor }: SignedInContext, { id }: UserDetails, message: string): void {
  if (id === actor.id) throw new ApiError('forbidden', message)
}

export function requireVersion(user: UserDetails, version: number): void {
  if (user.version === version) return
  throw new ApiError(
    'conflict',
    'Someone else changed this user while you were editing. Check the changes, then try again.',
    {
      details: { person: user },
    },
  )
}

/** A suspended organisation sends no mails and lets no one sign in. */
export async function requireActive(db: Db, { tenantId }: Scope): Promise<HostTenant> {
  const tenant = await findActiveTenant(db, tenantId)
  if (!tenant)
    throw new ApiError('conflict', 'This organisation is suspended. Reactivate it first.', {
      details: { status: 'suspended' },
    })
  return tenant
}
