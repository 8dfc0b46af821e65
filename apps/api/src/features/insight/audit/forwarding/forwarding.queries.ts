import { sql } from 'kysely'
import type { Db, PlatformScope } from '#db/scope.ts'
import { inScope } from '#db/in-scope.ts'

/** An audit event as it is forwarded. */
export type ForwardedEvent = {
  id: number
  at: string
  organisation: string
  action: string
  actor: { id: number; email: string | null } | null
  subject: string | null
  details: Record<string, unknown>
  address: string | null
  browser: string | null
  request_id: string | null
}

export type ForwardingState = {
  forwarded_at: string | null
  error: string | null
  failing_since: string | null
  waiting: number
}

/** From now on, events are queued. */
export async function startForwarding(db: Db): Promise<void> {
  await db
    .insertInto('audit_forwarding')
    .defaultValues()
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Events that are still waiting are never forwarded. */
export async function endForwarding(db: Db, scope: PlatformScope): Promise<void> {
  await db.deleteFrom('audit_forwarding').execute()
  await db.deleteFrom('audit_queue').where(inScope('tenant_id', scope)).execute()
}

/** False while another node is forwarding. The lock ends with the transaction. */
export async function lockForwarding(db: Db): Promise<{ error: string | null } | undefined> {
  return await db
    .selectFrom('audit_forwarding')
    .select('error')
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
}

/**
 * The oldest events that wait. An event that was recorded after the end of another's transaction has a higher id
 * (docs/decisions/093).
 */
export async function listQueued(db: Db, scope: PlatformScope, most: number) {
  const { rows } = await sql<ForwardedEvent>`
    with queued as materialized (
      select tenant_id, event_id from audit_queue where ${inScope('tenant_id', scope)} order by event_id limit ${most}
    )
    select e.id, e.at, t.domain as organisation, e.action,
      case when e.actor_id is not null then jsonb_build_object('id', e.actor_id, 'email', u.email) end as actor,
      e.subject, e.details, host(c.address) as address, c.browser, e.request_id
    from queued q
    join audit_events e on e.tenant_id = q.tenant_id and e.id = q.event_id
    join tenants t on t.id = e.tenant_id
    left join audit_clients c on c.tenant_id = e.tenant_id and c.event_id = e.id
    left join users u on u.id = e.actor_id and u.removed_at is null
      and u.tenant_id in (e.tenant_id, (select id from tenants where kind = 'platform'))
    order by e.id`.execute(db)
  return rows
}

export async function markForwarded(db: Db, scope: PlatformScope, ids: readonly number[]) {
  await db
    .deleteFrom('audit_queue')
    .where(inScope('tenant_id', scope))
    .where(sql<boolean>`event_id = any(${[...ids]}::bigint[])`)
    .execute()
  await db
    .updateTable('audit_forwarding')
    .set({ forwarded_at: sql<string>`now()`, error: null, failing_since: null })
    .execute()
}

export async function markFailed(db: Db, error: string): Promise<void> {
  await db
    .updateTable('audit_forwarding')
    .set({ error, failing_since: sql<string>`coalesce(failing_since, now())` })
    .execute()
}

export async function getForwarding(
  db: Db,
  scope: PlatformScope,
): Promise<ForwardingState | undefined> {
  const { rows } = await sql<ForwardingState>`
    select f.forwarded_at, f.error, f.failing_since,
      (select count(*) from audit_queue where ${inScope('tenant_id', scope)}) as waiting
    from audit_forwarding f`.execute(db)
  return rows[0]
}
