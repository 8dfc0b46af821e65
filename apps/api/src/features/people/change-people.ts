import type { PeopleChangeBody } from 'contract/people'
import { type Scope, type SignedInContext, scopeOf } from '#core/context.ts'
import { ApiError, notFound } from '#core/errors.ts'
import type { Db } from '#db/driver.ts'
import { recordEvent } from '#features/audit/audit.queries.ts'
import { revokeAllSessions } from '#features/auth/sessions.queries.ts'
import { revokeLinksOf } from '#features/links/links.queries.ts'
import { deleteChallenges } from '#features/mfa/challenges.queries.ts'
import { inView, requireEditor } from '#features/tenants/in-view.ts'
import { listWithoutAdmin, lockPeople, updatePerson } from './people.queries.ts'

type LockedPerson = Awaited<ReturnType<typeof lockPeople>>[number]

/** Activates or deactivates people or sets their roles: all of them or nobody. */
export async function changePeople(context: SignedInContext, body: PeopleChangeBody) {
  requireEditor(context)
  const ids = [...new Set(body.ids)]
  if (ids.includes(context.actor.id)) {
    throw new ApiError('forbidden', 'You cannot change your own account here.', {
      fields: { ids: 'Leave yourself out' },
    })
  }
  return await inView(context, async (db, scope) => {
    const people = await lockPeople(db, scope, ids)
    if (people.length < ids.length) throw notFound('user')
    const changed = people.filter((person) => !isDone(person, body))
    for (const person of changed) await changePerson(db, context, person, body)
    return {
      ids: changed.map(({ id }) => id),
      without_admin: await listWithoutAdmin(db, scope, [
        ...new Set(changed.map((person) => person.tenant_id)),
      ]),
    }
  })
}

function isDone(person: LockedPerson, { change, roles = [] }: PeopleChangeBody) {
  if (change !== 'set-roles') return person.is_active === (change === 'activate')
  return [...new Set(roles)].sort().join() === person.roles.toSorted().join()
}

async function changePerson(
  db: Db,
  { actor, request }: SignedInContext,
  person: LockedPerson,
  { change, roles = [] }: PeopleChangeBody,
) {
  const scope = scopeOf(person.tenant_id)
  const isRoles = change === 'set-roles'
  await updatePerson(
    db,
    scope,
    person.id,
    isRoles ? { roles: [...new Set(roles)] } : { is_active: change === 'activate' },
  )
  if (change === 'deactivate') await closeWaysIn(db, scope, person.id)
  await recordEvent(db, scope, {
    action: ACTIONS[change],
    actorId: actor.id,
    subject: `user ${person.id}`,
    ...(isRoles && { details: { before: person.roles.join(', '), after: roles.join(', ') } }),
    requestId: request.id,
  })
}

// Reactivated, somebody signs in anew.
async function closeWaysIn(db: Db, scope: Scope, userId: number) {
  await revokeAllSessions(db, scope, userId)
  await deleteChallenges(db, scope, userId)
  await revokeLinksOf(db, scope, ['reset', 'email-change'], userId)
}

const ACTIONS = {
  activate: 'user activated',
  deactivate: 'user deactivated',
  'set-roles': 'roles changed',
} as const
