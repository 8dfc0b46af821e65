import type { AuditDetail } from 'contract/audit-details'
import type { AuditAction } from 'contract/audit-labels'
import type { Scope, Db } from '#core/context.ts'

/** Usually a handler's context. */
type Origin = { scope: Scope; actor?: { id: number }; request?: { id: string } }

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
