import { sql } from 'kysely'
import type { Db, PlatformScope } from '#db/scope.ts'
import { inScope } from '#db/in-scope.ts'
import { hasTwoStep } from '#features/identity/two-step.queries.ts'
import { hasText } from '#features/people/user-list.queries.ts'

/** How a user signs in, for the operator. */
type SignIns = {
  id: number
  tenant_id: number
  tenant: string
  email: string
  name: string
  roles: string[]
  is_active: boolean
  has_password: boolean
  mfa_enabled: boolean
  /** Names of connections, or issuers that no connection has. */
  identities: string[]
  last_login_at: string | null
}

type Filter = { search?: string | undefined; role?: string | undefined }

/** By organisation and name, up to `most`. */
export async function listSignIns(
  db: Db,
  scope: PlatformScope,
  { search, role }: Filter,
  most: number,
): Promise<SignIns[]> {
  return await db
    .selectFrom('users as u')
    .innerJoin('tenants as t', 't.id', 'u.tenant_id')
    .select(['u.id', 'u.tenant_id', 't.domain as tenant', 'u.email', 'u.name', 'u.roles'])
    .select(['u.is_active', sql<boolean>`u.password_hash is not null`.as('has_password')])
    .select([hasTwoStep().as('mfa_enabled'), 'u.last_login_at'])
    .select(
      sql<
        string[]
      >`array(select case when i.is_salesforce then 'Salesforce' else coalesce(c.name, i.issuer) end
        from identities i left join sso_connections c on c.tenant_id = i.tenant_id and c.id = i.connection_id
        where i.tenant_id = u.tenant_id and i.user_id = u.id order by i.created_at)`.as(
        'identities',
      ),
    )
    .where(inScope('u.tenant_id', scope))
    .where('u.removed_at', 'is', null)
    .$if(search !== undefined, (users) => users.where(hasText(search ?? '')))
    .$if(role !== undefined, (users) => users.where(sql<boolean>`${role} = any(u.roles)`))
    .orderBy('t.domain')
    .orderBy('u.name_norm')
    .orderBy('u.id')
    .limit(most)
    .execute()
}
