import { mfa } from 'contract/mfa'
import { type ListedUser, type UsersFilter, users } from 'contract/users'
import { type Server, handleDetached } from '#core/handle.ts'
import { inOrganisationOf, withLockedUser, requireActive } from '#features/people/locked-users.ts'
import { listUsers, listUserKeys, listUsersByKey } from '#features/people/user-list.queries.ts'
import { inVisible } from '#support/tenant-scope.ts'
import { changeUsers } from './change-users.ts'
import { createUser } from './create-user.ts'
import { changeRoles, editDetails } from './edit-user.ts'
import { moveUser } from './move-user.ts'
import { removeUser, removeUsers } from './remove-user.ts'
import { sendPasswordLink, sendPasswordLinks } from './send-password-link.ts'
import { getUserDetails } from './user-record.queries.ts'
import { isGodLevel } from 'contract/roles'
import type { SignedInContext } from '#core/context.ts'
import type { Db } from '#db/scope.ts'
import { ApiError, refuseRole } from '#core/errors.ts'
import { knownRoles } from '#core/permissions.ts'
import { recordEvent } from '#support/audit.queries.ts'
import { withLockedCaller } from '#features/identity/locked-caller.ts'
import { findUserLock, liftUserLock } from '#features/identity/account-locks.ts'
import { resetMfa } from './reset-mfa.ts'
import { unlinkUser } from './unlink-user.ts'
import { getUser, hasUser } from '#features/identity/accounts.queries.ts'
import { rolesLabel } from 'contract/labels'
import { exportList } from '#support/export-list.ts'
import type { ListCell } from '#support/stream-workbook.ts'

// Detached, because a god-admin's transaction is in the user's organisation, not in the host's.
export function usersRoutes(server: Server): void {
  handleDetached(server, users.list, ({ query }, context) =>
    inVisible(context, (db, scope) => listUsers(db, scope, query)),
  )
  handleDetached(server, users.exportCsv, ({ query }, context) =>
    exportUsers(context, query, 'csv'),
  )
  handleDetached(server, users.exportXlsx, ({ query }, context) =>
    exportUsers(context, query, 'xlsx'),
  )
  handleDetached(server, users.changeSeveral, ({ body }, context) => changeUsers(context, body))
  handleDetached(server, users.removeSeveral, ({ body }, context) => removeUsers(context, body.ids))
  handleDetached(server, users.sendPasswordLinks, ({ body }, context) =>
    sendPasswordLinks(context, body.ids),
  )

  handleDetached(server, users.get, ({ params: { id } }, context) =>
    inOrganisationOf(context, id, (db, scope) => getUserDetails(db, scope, id)),
  )
  handleDetached(server, users.create, ({ body }, context) => createUser(context, body))
  handleDetached(server, users.update, ({ params, body }, context) =>
    editDetails(context, params.id, body),
  )
  handleDetached(server, users.changeRoles, ({ params, body }, context) =>
    changeRoles(context, params.id, body),
  )
  handleDetached(server, users.sendPasswordLink, ({ params }, context) =>
    sendPasswordLink(context, params.id),
  )
  handleDetached(server, users.move, ({ params, body }, context) =>
    moveUser(context, params.id, body.tenant_id),
  )
  handleDetached(server, users.remove, ({ params }, context) => removeUser(context, params.id))
  handleDetached(server, mfa.reset, ({ params }, context) =>
    withAnyUser(context, params.id, (db, at) => resetMfaOf(db, at, params.id)),
  )
  handleDetached(server, users.getLock, ({ params: { id } }, context) =>
    inOrganisationOf(context, id, async (db, scope) => ({
      locked_until: await findUserLock(context.app, scope, await getUserDetails(db, scope, id)),
    })),
  )
  handleDetached(server, users.unlock, ({ params }, context) =>
    withAnyUser(context, params.id, (db, at) => unlock(db, at, params.id)),
  )
  handleDetached(server, users.unlink, ({ params }, context) => unlinkUser(context, params))
}

/** For a colleague at this host, or a user in a visible organisation. */
async function withAnyUser(
  context: SignedInContext,
  userId: number,
  work: (db: Db, context: SignedInContext) => Promise<void>,
): Promise<void> {
  const { scope, inTenant } = context
  const isColleague = await inTenant((db) => hasUser(db, scope, userId))
  if (isColleague)
    return await withLockedCaller(context, [scope.tenantId], [userId], (db) => work(db, context))
  await withLockedUser(context, userId, async (db, elsewhere) => {
    const tenant = await requireActive(db, elsewhere)
    await work(db, { ...context, tenant, scope: elsewhere })
  })
}

/** Lets a user try again after too many wrong passwords or codes. */
async function unlock(db: Db, context: SignedInContext, userId: number): Promise<void> {
  const { app, scope, actor } = context
  const user = await getUser(db, scope, userId, app.adapters.now())
  if (isGodLevel(knownRoles(user.roles)) && !isGodLevel(actor.roles)) throw refuseRole()
  if ((await findUserLock(app, scope, user)) === null) return
  await liftUserLock(app, scope, user)
  await recordEvent(db, context, 'user.unlocked', { subject: `user ${userId}` })
}

async function resetMfaOf(db: Db, context: SignedInContext, userId: number): Promise<void> {
  const { app, scope, actor } = context
  const user = await getUser(db, scope, userId, app.adapters.now())
  if (user.id === actor.id)
    throw new ApiError(
      'forbidden',
      'You can’t reset your own two-step verification. Ask another admin or a god-admin.',
    )
  if (isGodLevel(knownRoles(user.roles)) && !isGodLevel(actor.roles)) throw refuseRole()
  await resetMfa(db, context, user)
}

/** All matching users as a file. */
async function exportUsers(context: SignedInContext, query: UsersFilter, format: 'csv' | 'xlsx') {
  return await exportList(context, format, {
    title: 'Users',
    columns: COLUMNS,
    action: 'users.exported',
    details: (users) => ({ users }),
    listKeys: (db, scope) => listUserKeys(db, scope, query),
    listRows: async (db, scope, keys) => (await listUsersByKey(db, scope, keys)).map(cellsOf),
  })
}

const COLUMNS = [
  { header: 'Name', width: 30 },
  { header: 'Email', width: 36 },
  { header: 'Organisation', width: 30 },
  { header: 'Role', width: 14 },
  { header: 'Status', width: 10 },
  { header: 'Last signed in (UTC)', width: 20 },
]

function statusOf({ invitation, is_active }: ListedUser) {
  if (invitation !== null) return 'Invited'
  return is_active ? 'Active' : 'Inactive'
}

function cellsOf(user: ListedUser): ListCell[] {
  return [
    user.name,
    user.email,
    user.tenant.name,
    rolesLabel(user.roles),
    statusOf(user),
    user.last_login_at === null ? null : new Date(user.last_login_at),
  ]
}
