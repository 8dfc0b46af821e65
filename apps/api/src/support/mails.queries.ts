import type { Db, Scope } from '#db/scope.ts'

/** Ids ascend, so the newest need no index. */
export async function listNewestMails(db: Db, scope: Scope, count: number) {
  return await db
    .selectFrom('mails')
    .select(['id', 'recipient', 'subject', 'text', 'html', 'status', 'last_error', 'created_at'])
    .where('tenant_id', '=', scope.tenantId)
    .orderBy('id', 'desc')
    .limit(count)
    .execute()
}
