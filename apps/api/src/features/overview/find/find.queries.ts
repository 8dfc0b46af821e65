import { sql } from 'kysely'
import { MOST_FOUND } from 'contract/find'
import type { PlatformScope, Scope } from '#core/context.ts'
import type { Db } from '#db/driver.ts'
import { likePart } from '#db/like-part.ts'
import { findPeople, listPeopleByKey } from '#features/people/people.queries.ts'

/** People by a part of their name or their address, without case and accents. */
export async function findUsers(db: Db, scope: PlatformScope, text: string) {
  const wish = { sort: 'name.asc', skip: 0, most: MOST_FOUND } as const
  const [byName, byEmail] = [
    await findPeople(db, { ...wish, name: text }),
    await findPeople(db, { ...wish, email: text }),
  ]
  const keys = [...byName.keys, ...byEmail.keys]
  const people = await listPeopleByKey(db, scope, keys)
  const each = [...new Map(people.map((person) => [person.id, person])).values()]
  return each
    .slice(0, MOST_FOUND)
    .map(({ id, name, email, tenant }) => ({ id, name, email, tenant: tenant.name }))
}

export async function findAdminUsers(db: Db, { tenantId }: Scope, text: string) {
  const part = likePart(text)
  return await db
    .selectFrom('users')
    .select(['id', 'name', 'email'])
    .where('tenant_id', '=', tenantId)
    .where((eb) => eb.or([eb('name_norm', 'like', part), eb('email_norm', 'like', part)]))
    .orderBy('name_norm')
    .orderBy('id')
    .limit(MOST_FOUND)
    .execute()
}

/** Of each content set the newest edition, or the draft of the next one. */
export async function findContentSets(db: Db, scope: PlatformScope, text: string) {
  return await db
    .selectFrom('content_sets as c')
    .innerJoin('tenants as t', 't.id', 'c.tenant_id')
    .select(['c.id', 'c.title', 't.name as tenant'])
    .where('c.tenant_id', '=', anyOf(scope))
    .where(sql<boolean>`search_norm(c.title) like ${likePart(text)}`)
    .where(
      sql<boolean>`not exists (select from content_sets later
        where later.tenant_id = c.tenant_id and later.family_id = c.family_id and later.version > c.version)`,
    )
    .orderBy('c.title')
    .orderBy('c.id')
    .limit(MOST_FOUND)
    .execute()
}

function anyOf({ tenantIds }: PlatformScope) {
  return sql<number>`any(${[...tenantIds]}::bigint[])`
}
