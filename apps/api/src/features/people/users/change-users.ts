import type { UsersChangeBody } from 'contract/users'
import type { SignedInContext } from '#core/context.ts'
import { type Scope, type Db, scopeOf } from '#db/scope.ts'
import { leaveShared } from '#support/leaving.queries.ts'
import { recordEvent } from '#support/audit.queries.ts'
import { revokeAllSessions } from '#features/identity/sessions.queries.ts'
import { revokeLinksOf } from '#support/links.queries.ts'
import { deleteChallenges } from '#features/identity/challenges.queries.ts'
import { updateUser } from '#features/identity/accounts.queries.ts'
import { withLockedUsers } from '#features/people/locked-users.ts'
import type { LockedUser } from '#features/identity/account.queries.ts'

/** Activates or deactivates users or sets their roles, for all of them or none. */
export async function changeUsers(context: SignedInContext, body: UsersChangeBody) {
  return await withLockedUsers(context, body.ids, async (db, users) => {
    const changed = users.filter((user) => !isDone(user, body))
    for (const user of changed) await changeUser(db, context, user, body)
    return changed
  })
}

function isDone(user: LockedUser, { change, roles = [] }: UsersChangeBody) {
  if (change !== 'set-roles') return user.is_active === (change === 'activate')
  return [...new Set(roles)].sort().join() === user.roles.toSorted().join()
}

async function changeUser(
  db: Db,
  { actor, request }: SignedInContext,
  user: LockedUser,
  { change, roles = [] }: UsersChangeBody,
) {
  const scope = scopeOf(user.tenant_id)
  const isRoles = change === 'set-roles'
  await updateUser(
    db,
    scope,
    user.id,
    isRoles ? { roles: [...new Set(roles)] } : { is_active: change === 'activate' },
  )
  const ended = change === 'deactivate' && (await endAccess(db, scope, user.id))
  await recordEvent(db, { scope, actor, request }, ACTIONS[change], {
    subject: `user ${user.id}`,
    ...(ended !== false && { details: { ended } }),
    ...(isRoles && { details: { before: user.roles.join(', '), after: roles.join(', ') } }),
  })
}

/** Ends sessions, sign-ins in progress, open links and the part in shared assessments. Returns the number of sessions. */
async function endAccess(db: Db, scope: Scope, userId: number): Promise<number> {
  await leaveShared(db, scope, userId)
  const ended = await revokeAllSessions(db, scope, userId)
  await deleteChallenges(db, scope, userId)
  await revokeLinksOf(db, scope, ['reset', 'email-change'], userId)
  return ended
}

const ACTIONS = {
  activate: 'user.activated',
  deactivate: 'user.deactivated',
  'set-roles': 'user.roles_changed',
} as const
