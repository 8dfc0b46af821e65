import type { UserDetails } from 'contract/users'
import { type Scope, type SignedInContext, scopeOf } from '#core/context.ts'
import type { Db } from '#db/driver.ts'
import { recordEvent } from '#support/audit.queries.ts'
import { changePerson, holdPerson, refuseSelf } from '#features/people/change-person.ts'
import { deletePerson, deletePrivateRows, makeFormerUser } from './person.queries.ts'
import { presentChanged, withPeople } from './with-people.ts'

/** Removes somebody from their organisation, for good. */
export async function removePersonById(context: SignedInContext, id: number): Promise<void> {
  await changePerson(context, id, async (db, scope, person) => {
    await removePerson(db, context, scope, person)
  })
}

/** Removes people for good: all of them or nobody. */
export async function removePeople(context: SignedInContext, ids: readonly number[]) {
  return await withPeople(context, ids, async (db, view, people) => {
    for (const { id, tenant_id } of people) {
      const scope = scopeOf(tenant_id)
      await removePerson(db, context, scope, await holdPerson(db, scope, id))
    }
    return await presentChanged(db, view, people)
  })
}

/**
 * Assessments and reports belong to the organisation and stay, under "Former user"; whoever has none leaves no row
 * at all. The audit log keeps ids.
 */
export async function removePerson(
  db: Db,
  context: SignedInContext,
  scope: Scope,
  person: UserDetails,
): Promise<void> {
  refuseSelf(context, person, 'You cannot remove yourself.')
  await takeAway(db, scope, person)
  await recordEvent(db, { ...context, scope }, 'user.removed', {
    subject: `user ${person.id}`,
    details: { assessments: person.assessments, reports: person.reports },
  })
}

export async function takeAway(db: Db, scope: Scope, person: UserDetails): Promise<void> {
  await deletePrivateRows(db, scope, person)
  if (person.assessments > 0) await makeFormerUser(db, scope, person.id)
  else await deletePerson(db, scope, person.id)
}
