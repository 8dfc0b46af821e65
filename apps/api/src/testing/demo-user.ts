import type { Db } from '#db/scope.ts'
import { knownRoles } from '#core/permissions.ts'
import type { TestUser } from './factories.ts'

export async function demoUser(db: Db, email: string): Promise<TestUser> {
  const { domain, roles, ...user } = await db
    .selectFrom('users as u')
    .innerJoin('tenants as t', 't.id', 'u.tenant_id')
    .select(['u.id', 'u.tenant_id as tenantId', 'u.email', 'u.roles', 't.domain'])
    .where('u.email', '=', email)
    .executeTakeFirstOrThrow()
  const host = domain === 'public' ? 'localhost' : `${domain}.localhost`
  return { ...user, host, roles: knownRoles(roles) }
}
