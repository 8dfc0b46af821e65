import type { Db, Scope } from '#db/scope.ts'
import { ApiError } from '#core/errors.ts'
import { type By, tellOfClosing } from '#features/identity/tell-admins.ts'
import { type RecordedBy, recordEvent } from '#support/audit.queries.ts'
import { lockTenant, raiseVersion } from '#support/tenants.queries.ts'
import { updateTenant } from './organisation-settings.queries.ts'

/** Suspends or reactivates an organisation, in a transaction that also sees those whose users its connections sign in. */
export async function changeStatus(
  db: Db,
  by: By & RecordedBy,
  scope: Scope,
  isSuspended: boolean,
): Promise<void> {
  const { kind, name, status, removal_at } = await lockTenant(db, scope)
  if (kind !== 'organisation')
    throw new ApiError('forbidden', 'You can’t suspend the public organisation or the platform.')
  const wanted = isSuspended ? 'suspended' : 'active'
  if (status === wanted) return
  // Reactivating also stops a removal.
  const isKept = removal_at !== null && !isSuspended
  await updateTenant(db, scope, { status: wanted, ...(isKept && { removal_at: null }) })
  await raiseVersion(db, [scope.tenantId])
  if (isKept) await recordEvent(db, { ...by, scope }, 'organisation.removal_stopped')
  const action = isSuspended ? 'organisation.suspended' : 'organisation.reactivated'
  await recordEvent(db, { ...by, scope }, action)
  const did = isSuspended ? 'suspended' : 'reopened'
  await tellOfClosing(db, by, { id: scope.tenantId, name }, did)
}
