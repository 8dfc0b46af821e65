import type { UserDetails } from 'contract/users'
import type { SignedInContext } from '#core/context.ts'
import { type Scope, type Db, scopeOf } from '#db/scope.ts'
import { leaveShared } from '#support/leaving.queries.ts'
import { deleteClientsOf, recordEvent } from '#support/audit.queries.ts'
import {
  lockUser,
  refuseSelf,
  withLockedUser,
  withLockedUsers,
} from '#features/people/locked-users.ts'
import {
  anonymiseUser,
  deletePrivateRows,
  deleteUser,
  hasSharedWork,
} from './user-record.queries.ts'

export async function removeUser(context: SignedInContext, id: number): Promise<void> {
  await withLockedUser(context, id, (db, scope, user) => remove(db, context, scope, user))
}

/** Removes all of these users or none. */
export async function removeUsers(context: SignedInContext, ids: readonly number[]) {
  return await withLockedUsers(context, ids, async (db, users) => {
    for (const { id, tenant_id } of users) {
      const scope = scopeOf(tenant_id)
      await remove(db, context, scope, await lockUser(db, scope, id))
    }
    return users
  })
}

async function remove(db: Db, context: SignedInContext, scope: Scope, user: UserDetails) {
  refuseSelf(context, user, 'You can’t remove your own account. Ask another admin.')
  await removeAccount(db, scope, user)
  await recordEvent(db, { ...context, scope }, 'user.removed', {
    subject: `user ${user.id}`,
    details: { assessments: user.assessments, reports: user.reports },
  })
}

/** Shared work belongs to the organisation. It stays, under "Former user". */
export async function removeAccount(db: Db, scope: Scope, user: UserDetails): Promise<void> {
  await leaveShared(db, scope, user.id)
  await deletePrivateRows(db, scope, user)
  await deleteClientsOf(db, scope, user.id)
  if (await hasSharedWork(db, scope, user.id)) await anonymiseUser(db, scope, user.id)
  else await deleteUser(db, scope, user.id)
}
