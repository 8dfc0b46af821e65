import type { UsersChangeBody } from 'contract/users'
import { type Scope, type SignedInContext, scopeOf } from '#core/context.ts'
import type { Db } from '#db/driver.ts'
import { recordEvent } from '#support/audit.queries.ts'
import { revokeAllSessions } from '#features/identity/sessions.queries.ts'
import { revokeLinksOf } from '#support/links.queries.ts'
import { deleteChallenges } from '#features/identity/challenges.queries.ts'
import { updateUser } from '#features/identity/users.queries.ts'
import { type LockedPerson, presentChanged, withPeople } from './with-people.ts'

/** Activates or deactivates people or sets their roles: all of them or nobody. */
export async function changePeople(context: SignedInContext, body: UsersChangeBody) {
  return await withPeople(context, body.ids, async (db, scope, people) => {
    const changed = people.filter((person) => !isDone(person, body))
    for (const person of changed) await changeOne(db, context, person, body)
    return await presentChanged(db, scope, changed)
  })
}

function isDone(person: LockedPerson, { change, roles = [] }: UsersChangeBody) {
  if (change !== 'set-roles') return person.is_active === (change === 'activate')
  return [...new Set(roles)].sort().join() === person.roles.toSorted().join()
}

async function changeOne(
  db: Db,
  { actor, request }: SignedInContext,
  person: LockedPerson,
  { change, roles = [] }: UsersChangeBody,
) {
  const scope = scopeOf(person.tenant_id)
  const isRoles = change === 'set-roles'
  await updateUser(
    db,
    scope,
    person.id,
    isRoles ? { roles: [...new Set(roles)] } : { is_active: change === 'activate' },
  )
  const ended = change === 'deactivate' && (await closeWaysIn(db, scope, person.id))
  await recordEvent(db, { scope, actor, request }, ACTIONS[change], {
    subject: `user ${person.id}`,
    ...(ended !== false && { details: { ended } }),
    ...(isRoles && { details: { before: person.roles.join(', '), after: roles.join(', ') } }),
  })
}

/** Answers how many sessions ended. Reactivated, somebody signs in anew. */
async function closeWaysIn(db: Db, scope: Scope, userId: number): Promise<number> {
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
