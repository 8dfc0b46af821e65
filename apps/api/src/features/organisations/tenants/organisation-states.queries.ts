import { sql } from 'kysely'
import type { Db, PlatformScope } from '#db/scope.ts'
import { inScope } from '#db/in-scope.ts'
import { IS_ORGANISATION, TENANT_STATUS } from '#support/tenants.queries.ts'
import { STORED_BYTES } from '#support/stored-bytes.queries.ts'

/** What an operator wants to know about an organisation. */
type OrganisationState = {
  label: string
  name: string
  status: string
  removal_at: string | null
  users: number
  attachment_bytes: number
  attachment_quota: number
  last_login_at: string | null
}

export async function listOrganisationStates(
  db: Db,
  scope: PlatformScope,
): Promise<OrganisationState[]> {
  return await db
    .selectFrom('tenants as t')
    .leftJoin(
      sql<{ tenant_id: number; users: number; last_login_at: string | null }>`(
        select tenant_id, count(*) as users, max(last_login_at) as last_login_at from users
        where ${inScope('tenant_id', scope)} and removed_at is null group by tenant_id)`.as('u'),
      (join) => join.onRef('u.tenant_id', '=', 't.id'),
    )
    .select(['t.domain as label', 't.name', TENANT_STATUS.as('status'), 't.removal_at'])
    .select([sql<number>`coalesce(u.users, 0)`.as('users'), STORED_BYTES.as('attachment_bytes')])
    .select(['t.attachment_quota', 'u.last_login_at'])
    .where(inScope('t.id', scope))
    .where(IS_ORGANISATION)
    .orderBy('t.domain')
    .execute()
}

/** Certificates that are valid, for a change of the address that they name. */
export async function countValidCertificates(db: Db, scope: PlatformScope): Promise<number> {
  const { count } = await db
    .selectFrom('certifications')
    .select(sql<number>`count(*)`.as('count'))
    .where(inScope('tenant_id', scope))
    .where('revoked_at', 'is', null)
    .where('superseded_at', 'is', null)
    .where(sql<boolean>`valid_until >= current_date`)
    .executeTakeFirstOrThrow()
  return count
}
