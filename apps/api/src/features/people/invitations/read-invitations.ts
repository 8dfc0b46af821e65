import type { AdminInvitesQuery, Invitation, InvitationListQuery } from 'contract/invitations'
import { counted } from 'contract/list'
import { type PlatformScope, type SignedInContext, platformScopeOf } from '#core/context.ts'
import { notFound } from '#core/errors.ts'
import type { Db } from '#db/driver.ts'
import { withTenants } from '#db/pools.ts'
import { idsInView } from '#support/tenant-scope.ts'
import { getPlatformId } from '#support/tenants.queries.ts'
import {
  LAST_DAYS,
  findInvitations,
  listInvitationsById,
} from '#features/people/invitations.queries.ts'

/** One page of the invitations into the own organisation, or into another one in view. */
export async function readInvitations(
  context: SignedInContext,
  { tenant_id: id = context.tenant.id, expires, ...query }: InvitationListQuery,
) {
  if (id !== context.tenant.id && !(await idsInView(context)).includes(id))
    throw notFound('organisation')
  return await readPage(context, [id], { ...query, ...(expires && { expires_within: LAST_DAYS }) })
}

/** A page of the invitations into every organisation in view and the platform, the newest first. */
export async function readAllInvitations(context: SignedInContext, query: AdminInvitesQuery) {
  const ids = new Set([...(await idsInView(context)), context.tenant.id])
  return await readPage(context, [...ids], { ...query, sort: 'created_at.desc' })
}

async function readPage(
  context: SignedInContext,
  among: readonly number[],
  {
    page,
    limit,
    status: statuses,
    ...query
  }: AdminInvitesQuery & { sort: string; expires_within?: string },
) {
  const organisation = among.length === 1 ? among[0] : undefined
  const part = { organisation, statuses, skip: (page - 1) * limit, most: limit }
  return await readIn(context, among, async (db, ...place) => {
    const { total, ids } = await findInvitations(db, { ...query, ...part })
    return { rows: await listInvitationsById(db, ...place, ids), ...counted(total) }
  })
}

/** These invitations into the organisation of the context, as they stand. */
export async function readTheInvitations(
  context: SignedInContext,
  ids: readonly number[],
): Promise<Invitation[]> {
  const inOrder = ids.toSorted((a, b) => a - b)
  return await readIn(context, [context.tenant.id], (...place) =>
    listInvitationsById(...place, inOrder),
  )
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
