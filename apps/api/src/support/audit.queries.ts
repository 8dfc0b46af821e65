import type { AuditDetail } from 'contract/audit-details'
import type { AuditAction } from 'contract/audit-labels'
import { sql } from 'kysely'
import { browserOf } from '#core/browser-of.ts'
import { ipOf } from '#core/client-address.ts'
import type { Db, Scope } from '#db/scope.ts'

/** What the log says about a request. */
export type RecordedRequest = {
  id: string
  ip: string
  headers: { 'user-agent'?: string | undefined }
}

/** Who did it. Jobs and commands have neither. */
export type RecordedBy = { actor?: { id: number }; request?: RecordedRequest }

/** Usually a handler's context. */
type Origin = RecordedBy & { scope: Scope }

export type AuditDetails = { [detail in AuditDetail]?: string | number | boolean | undefined }

type About = {
  /** What it was done to, such as `session 12`. */
  subject?: string
  details?: AuditDetails
}

/** Records a security or administrative event. The serving roles can't change or delete it. */
export async function recordEvent(
  db: Db,
  { scope, actor, request }: Origin,
  action: AuditAction,
  { subject, details = {} }: About = {},
): Promise<void> {
  const actorId = actor?.id ?? null
  const event = [scope.tenantId, action, actorId, subject, JSON.stringify(details), request?.id]
  const client = [actorId ?? userIn(subject), ...clientOf(request)]
  await sql`
    with event as (
      insert into audit_events (tenant_id, action, actor_id, subject, details, request_id)
      values (${sql.join(event)}) returning tenant_id, id
    ), client as (
      insert into audit_clients (tenant_id, event_id, user_id, address, browser)
      select tenant_id, id, ${sql.join(client)} from event where ${request !== undefined}
    )
    insert into audit_queue (tenant_id, event_id)
    select tenant_id, id from event where exists (select from audit_forwarding)`.execute(db)
}

function clientOf(request: RecordedRequest | undefined): (string | null)[] {
  return request ? [ipOf(request), browserOf(request)] : [null, null]
}

/** A failed sign-in has no actor, but usually the address of the account's owner. */
function userIn(subject = ''): number | null {
  const id = /^user (\d{1,15})$/.exec(subject)?.[1]
  return id === undefined ? null : Number(id)
}

/** Deletes the addresses and browsers of a user from the log. The events stay. */
export async function deleteClientsOf(db: Db, scope: Scope, userId: number): Promise<void> {
  await db
    .deleteFrom('audit_clients')
    .where('tenant_id', '=', scope.tenantId)
    .where('user_id', '=', userId)
    .execute()
}

/** The id of the last such event. Later events have higher ids. */
export async function findLastEvent(db: Db, scope: Scope, action: AuditAction) {
  const row = await db
    .selectFrom('audit_events')
    .select('id')
    .where('tenant_id', '=', scope.tenantId)
    .where('action', '=', action)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.id
}
