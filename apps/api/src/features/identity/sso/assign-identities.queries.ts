import { sql } from 'kysely'
import type { App } from '#core/context.ts'
import type { Db } from '#db/scope.ts'
import { inEveryTenant } from '#support/every-tenant.ts'

/**
 * Gives identities of the previous version, and of organisations that moved here, to who vouched for them: the
 * connection that the audit log names, else the only one with that issuer, or Salesforce. The others are listed for the
 * organisation's admins. A connection can't vouch for an identity that is older than itself.
 */
export async function assignIdentities({ pools, env }: Pick<App, 'pools' | 'env'>): Promise<void> {
  await inEveryTenant(pools, async (db) => {
    const { rows } = await sql`select from identities i where ${IS_UNASSIGNED} limit 1`.execute(db)
    if (rows.length === 0) return
    // Otherwise a sign-in could link the same identity at the same time.
    await sql`lock table identities in share row exclusive mode`.execute(db)
    await assignToConnections(db)
    if (env.SALESFORCE_ISSUER !== undefined) await assignToSalesforce(db, env.SALESFORCE_ISSUER)
  })
}

const IS_UNASSIGNED = sql`i.connection_id is null and not i.is_salesforce`

/** What the audit log says about how an identity `i` was linked. */
const LINKED = sql`select e.details from audit_events e
  where e.tenant_id = i.tenant_id and e.action in ('identity.linked', 'user.created_by_sso')
    and e.subject = 'user ' || i.user_id and e.details->>'issuer' = i.issuer
  order by e.id desc limit 1`

/** Whether a connection `c` signs in users of the organisation of an identity `i` with its issuer. */
const IS_ITS_PROVIDER = sql`(c.tenant_id = i.tenant_id or c.people_tenant_id = i.tenant_id) and c.issuer = i.issuer`

async function assignToConnections(db: Db): Promise<void> {
  await sql`
    with vouching as (
      select i.tenant_id, i.id, i.subject, i.user_id, (
        select min(c.id) from sso_connections c
        where ${IS_ITS_PROVIDER} and c.created_at <= i.created_at
          and coalesce(c.domain = l.details->>'domain', true)
        having count(*) = 1) as connection_id
      from identities i left join lateral (${LINKED}) l on true
      where ${IS_UNASSIGNED})
    update identities i set connection_id = v.connection_id from vouching v
    where i.tenant_id = v.tenant_id and i.id = v.id and v.connection_id is not null and ${IS_UNASSIGNED}
      and not exists (select from identities o where o.tenant_id = v.tenant_id and o.connection_id = v.connection_id
        and (o.subject = v.subject or o.user_id = v.user_id))`.execute(db)
}

/**
 * Links by email address are Salesforce's if the audit log names no domain. Others are, if no connection could have
 * made them.
 */
async function assignToSalesforce(db: Db, issuer: string): Promise<void> {
  await sql`
    with vouched as (
      select i.tenant_id, i.id, i.subject, i.user_id
      from identities i left join lateral (${LINKED}) l on true
      where ${IS_UNASSIGNED} and i.issuer = ${issuer} and not coalesce(l.details ? 'domain', false) and (
        not coalesce(l.details ? 'by_hand', true)
        or not exists (select from sso_connections c where ${IS_ITS_PROVIDER})
          and not exists (select from audit_events e where e.tenant_id = i.tenant_id and (
            e.action = 'sso.created' and e.details->>'issuer' = i.issuer
            or e.action = 'sso.changed' and e.details->>'changed' ~ '\\missuer\\M'))))
    update identities i set is_salesforce = true from vouched v
    where i.tenant_id = v.tenant_id and i.id = v.id and ${IS_UNASSIGNED}
      and not exists (select from identities o where o.tenant_id = v.tenant_id and o.is_salesforce
        and o.issuer = ${issuer} and (o.subject = v.subject or o.user_id = v.user_id))`.execute(db)
}
