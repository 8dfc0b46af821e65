import type { CustomerDetails } from 'contract/tenants'
import type { SignedInContext } from '#core/context.ts'
import { ApiError } from '#core/errors.ts'
import { recordEvent } from '#support/audit.queries.ts'
import { requireChangeable, requirePlatformGod } from '#support/tenant-scope.ts'
import { withOrganisation } from './organisation.ts'
import { lockTenant, raiseVersion } from '#support/tenants.queries.ts'
import { updateTenant } from './tenants.queries.ts'

/** Suspends an organisation, or opens it again; its people notice at their next request. */
export async function setSuspended(
  context: SignedInContext,
  id: number,
  isSuspended: boolean,
): Promise<CustomerDetails> {
  requirePlatformGod(context)
  await requireChangeable(context, id)
  return await withOrganisation(context, id, async ({ db, scope, read }) => {
    const { kind, status } = await lockTenant(db, scope)
    if (kind !== 'organisation')
      throw new ApiError('forbidden', 'The public organisation cannot be suspended.')
    const wanted = isSuspended ? 'suspended' : 'active'
    if (status !== wanted) {
      await updateTenant(db, scope, { status: wanted })
      await raiseVersion(db, [scope.tenantId])
      await recordEvent(db, scope, {
        action: isSuspended ? 'organisation suspended' : 'organisation reactivated',
        actorId: context.actor.id,
        requestId: context.request.id,
      })
    }
    return await read()
  })
}
