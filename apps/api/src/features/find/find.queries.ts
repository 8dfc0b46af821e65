import { sql } from 'kysely'
import { MOST_FOUND } from 'contract/find'
import type { PlatformScope } from '#core/context.ts'
import type { Db } from '#db/driver.ts'

export async function findUsers(db: Db, scope: PlatformScope, text: string) {
  return await db
    .selectFrom('users as u')
    .innerJoin('tenants as t', 't.id', 'u.tenant_id')
    .select(['u.id', 'u.name', 'u.email', 't.name as tenant'])
    .where('u.tenant_id', '=', anyOf(scope))
    .where((eb) =>
      eb.or([eb('u.name', 'ilike', partOf(text)), eb('u.email', 'ilike', partOf(text))]),
    )
    .orderBy('u.name')
    .orderBy('u.id')
    .limit(MOST_FOUND)
    .execute()
}

export async function findContentSets(db: Db, scope: PlatformScope, text: string) {
  return await db
    .selectFrom('content_sets as c')
    .innerJoin('tenants as t', 't.id', 'c.tenant_id')
    .select(['c.id', 'c.title', 't.name as tenant'])
    .where('c.tenant_id', '=', anyOf(scope))
    .where('c.title', 'ilike', partOf(text))
    .orderBy('c.title')
    .orderBy('c.id')
    .limit(MOST_FOUND)
    .execute()
}

function anyOf({ tenantIds }: PlatformScope) {
  return sql<number>`any(${[...tenantIds]}::bigint[])`
}

function partOf(text: string) {
  return `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
}
