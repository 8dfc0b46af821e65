import type { PlatformScope, SignedInContext } from '#core/context.ts'
import { ApiError, notFound } from '#core/errors.ts'
import { knownRoles } from '#core/permissions.ts'
import type { Db } from '#db/driver.ts'
import { inView, requireEditor } from '#support/tenant-scope.ts'
import { refuseOfAccess } from '#features/people/change-person.ts'
import { listWithoutAdmin, lockPeople } from '#features/people/people.queries.ts'

export type LockedPerson = Awaited<ReturnType<typeof lockPeople>>[number]

/** Works on several people in view, held until it is done: on all of them or on nobody, and never on oneself. */
export async function withPeople<T>(
  context: SignedInContext,
  wanted: readonly number[],
  work: (db: Db, scope: PlatformScope, people: LockedPerson[]) => Promise<T>,
): Promise<T> {
  requireEditor(context)
  const ids = [...new Set(wanted)]
  if (ids.includes(context.actor.id)) {
    throw new ApiError('forbidden', 'You cannot change your own account here.', {
      fields: { ids: 'Leave yourself out' },
    })
  }
  return await inView(context, async (db, scope) => {
    const people = await lockPeople(db, scope, ids)
    if (people.length < ids.length) throw notFound('user')
    for (const { roles } of people) refuseOfAccess(knownRoles(roles))
    return await work(db, scope, people)
  })
}

/** Who was changed, and which organisations that has left without anybody who administers them. */
export async function presentChanged(db: Db, scope: PlatformScope, changed: LockedPerson[]) {
  const administered = changed.filter(
    ({ is_active, roles }) => is_active && roles.includes('admin'),
  )
  const tenantIds = new Set(administered.map((person) => person.tenant_id))
  return {
    ids: changed.map(({ id }) => id),
    without_admin: await listWithoutAdmin(db, scope, [...tenantIds]),
  }
}
