import type { AuditAction } from 'contract/audit-words'
import type { Scope } from '#core/context.ts'
import type { Db } from '#db/driver.ts'

export type AuditEvent = {
  action: AuditAction
  actorId?: number
  /** What it was done to: `session 12`. */
  subject?: string
  details?: Record<string, string | number | boolean>
  requestId?: string
}

/** Records a security or administrative event; nothing that serves can change or delete it afterwards. */
export async function recordEvent(db: Db, scope: Scope, event: AuditEvent): Promise<void> {
  await db
    .insertInto('audit_events')
    .values({
      tenant_id: scope.tenantId,
      action: event.action,
      actor_id: event.actorId ?? null,
      subject: event.subject ?? null,
      details: JSON.stringify(event.details ?? {}),
      request_id: event.requestId ?? null,
    })
    .execute()
}

/** The last time that something happened, by its number: later events have higher ones. */
export async function findLastEvent(
  db: Db,
  scope: Scope,
  action: AuditAction,
): Promise<number | undefined> {
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
