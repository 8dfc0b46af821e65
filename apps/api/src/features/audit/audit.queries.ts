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
