import { counted } from 'contract/list'
import type { PeopleFilter, PeopleQuery } from 'contract/people'
import { peopleSort } from 'contract/people-sort'
import type { SignedInContext } from '#core/context.ts'
import { inView } from '#support/tenant-scope.ts'
import { findPeople, listPeopleByKey } from '#features/people/people.queries.ts'

/** A page of the people in view. */
export async function listPeople(context: SignedInContext, query: PeopleQuery) {
  return await inView(context, async (db, scope) => {
    const skip = (query.page - 1) * query.limit
    const { total, keys } = await findPeople(db, { ...wishOf(query), skip, most: query.limit })
    return {
      rows: await listPeopleByKey(db, scope, keys),
      ...counted(total),
    }
  })
}

/** Both roles are as good as none: everybody has one of them. */
export function wishOf({ name, email, tenant_id: tenantId, roles, ...order }: PeopleFilter) {
  const role = roles && new Set(roles).size === 1 ? roles[0] : undefined
  return { name, email, tenantId, role, sort: peopleSort(order) }
}
