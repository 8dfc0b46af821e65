import type { AdminInvitesQuery, Invitation, InvitationListQuery } from 'contract/invitations'
import { counted } from 'contract/list'
import { type PlatformScope, type SignedInContext, platformScopeOf } from '#core/context.ts'
import { notFound } from '#core/errors.ts'
import { readAlongIndexes } from '#db/along-indexes.ts'
import type { Db } from '#db/driver.ts'
import { withTenants } from '#db/pools.ts'
import { idsInView } from '#features/tenants/in-view.ts'
import { getPlatformId } from '#features/tenants/tenants.queries.ts'
import { countInvitations, listInvitations } from './invitations.queries.ts'

/** One page of the invitations into the own organisation, or into another one in view. */
export async function readInvitations(
  context: SignedInContext,
  { tenant_id: id = context.tenant.id, page, limit, ...query }: InvitationListQuery,
) {
  if (id !== context.tenant.id && !(await idsInView(context)).includes(id))
    throw notFound('organisation')
  const part = { ...query, limit, offset: (page - 1) * limit }
  return await readIn(context, [id], async (...place) => ({
    rows: await listInvitations(...place, part),
    ...counted(await countInvitations(...place, query)),
  }))
}

/** A page of the invitations into every organisation in view and the platform, the newest first. */
export async function readAllInvitations(
  context: SignedInContext,
  { page, limit, ...query }: AdminInvitesQuery,
) {
  const ids = [...(await idsInView(context)), context.tenant.id]
  const part = { ...query, sort: 'created_at.desc', limit, offset: (page - 1) * limit }
  return await readIn(context, ids, async (db, ...place) => {
    await readAlongIndexes(db)
    return {
      rows: await listInvitations(db, ...place, part),
      ...counted(await countInvitations(db, ...place, query)),
    }
  })
}

/** These invitations into the organisation of the context, as they stand. */
export async function readTheInvitations(
  context: SignedInContext,
  ids: readonly number[],
): Promise<Invitation[]> {
  const part = { ids, sort: 'created_at.asc', limit: ids.length, offset: 0 }
  return await readIn(context, [context.tenant.id], (...place) => listInvitations(...place, part))
}

// Whoever invited may be of the platform, so it joins what is seen, not what is answered.
async function readIn<T>(
  context: SignedInContext,
  ids: readonly number[],
  work: (db: Db, scope: PlatformScope, platformId: number) => Promise<T>,
): Promise<T> {
  const platformId = await context.inTenant(getPlatformId)
  return await withTenants(context.app.pools, [...ids, platformId], (db) =>
    work(db, platformScopeOf(ids), platformId),
  )
}
