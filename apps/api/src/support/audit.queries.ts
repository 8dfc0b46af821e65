import type { AuditAction } from 'contract/audit-labels'
import type { Scope } from '#core/context.ts'
import type { Db } from '#db/driver.ts'

/** Where it happened, and by whom and in which request if there is one: usually the context of a handler. */
type Origin = { scope: Scope; actor?: { id: number }; request?: { id: string } }

type About = {
  /** What it was done to: `session 12`. */
  subject?: string
  details?: Record<string, string | number | boolean>
}

/** Records a security or administrative event; nothing that serves can change or delete it afterwards. */
export async function recordEvent(
  db: Db,
  { scope, actor, request }: Origin,
  action: AuditAction,
  { subject, details = {} }: About = {},
): Promise<void> {
  await db
    .insertInto('audit_events')
    .values({
      tenant_id: scope.tenantId,
      action,
      actor_id: actor?.id ?? null,
      subject: subject ?? null,
      details: JSON.stringify(details),
      request_id: request?.id ?? null,
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
