import type { AdminInvitesQuery, InvitationListQuery } from 'contract/invitations'
import type { SignedInContext } from '#core/context.ts'
import {
  inVisibleAndPlatform,
  isPlatformGod,
  requireVisible,
  withPlatformRows,
} from '#support/tenant-scope.ts'
import { listInvitations, listInvitationsById } from '#features/people/invitations.queries.ts'

/** One page of the invitations into your own or another visible organisation. */
export async function readInvitations(
  context: SignedInContext,
  { tenant_id: id = context.tenant.id, ...query }: InvitationListQuery,
) {
  if (id !== context.tenant.id) await requireVisible(context, id)
  const { filter, page } = partOf(query)
  return await withPlatformRows(context, [id], (db, tenants, platformId) =>
    listInvitations(db, { tenants, platformId }, filter, page),
  )
}

/** One page of the invitations into every organisation and the platform, newest first. */
export async function readAllInvitations(context: SignedInContext, query: AdminInvitesQuery) {
  const sorted = { ...query, sort: 'created_at.desc' }
  if (!isPlatformGod(context)) return await readInvitations(context, sorted)
  const { filter, page } = partOf(sorted)
  const platformId = context.tenant.id
  return await inVisibleAndPlatform(context, (db, tenants) =>
    listInvitations(db, { tenants, platformId }, filter, page),
  )
}

function partOf({ page, limit, sort, ...query }: Omit<InvitationListQuery, 'tenant_id'>) {
  const { name, email, status: statuses, expires } = query
  return {
    filter: { name, email, statuses, expiresSoon: expires === 'soon' },
    page: { sort, limit, offset: (page - 1) * limit },
  }
}

/** These invitations into the organisation of the context, oldest first. */
export async function readTheInvitations(context: SignedInContext, ids: readonly number[]) {
  return await withPlatformRows(context, [context.tenant.id], (db, tenants, platformId) =>
    listInvitationsById(db, { tenants, platformId }, ids),
  )
}
