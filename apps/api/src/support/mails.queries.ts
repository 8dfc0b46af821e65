import { sql } from 'kysely'
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

type NewMail = Record<'message_id' | 'recipient' | 'subject' | 'text' | 'html', string>

/** Returns its id. */
export async function insertMail(db: Db, { tenantId }: Scope, mail: NewMail): Promise<number> {
  const { id } = await db
    .insertInto('mails')
    .values({ tenant_id: tenantId, ...mail })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Whether a running node has a mail server. Runs with the platform's rights. */
export async function hasMailServer(db: Db): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`
    select exists (select from nodes where settings ? 'SMTP_URL' and seen_at > now() - interval '1 minute') as has`.execute(
    db,
  )
  return rows[0]?.has ?? false
}

export async function findMail(db: Db, scope: Scope, id: number) {
  return await db
    .selectFrom('mails')
    .select(['message_id', 'recipient', 'subject', 'text', 'html', 'status'])
    .where('tenant_id', '=', scope.tenantId)
    .where('id', '=', id)
    .executeTakeFirst()
}

/** `accepted`: by a mail server. Texts contain links and names, and no one needs them any more. */
export async function markMailSent(
  db: Db,
  scope: Scope,
  id: number,
  accepted: { text?: string; html?: string; response?: string | null },
): Promise<void> {
  await db
    .updateTable('mails')
    .set({
      status: 'sent',
      sent_at: sql`now()`,
      attempts: sql`attempts + 1`,
      last_error: null,
      ...accepted,
    })
    .where('tenant_id', '=', scope.tenantId)
    .where('id', '=', id)
    .execute()
}

/** A mail that another worker has sent stays sent. */
export async function markMailRefused(
  db: Db,
  scope: Scope,
  id: number,
  { reason, isFinal }: { reason: string; isFinal: boolean },
): Promise<void> {
  await db
    .updateTable('mails')
    .set({
      status: isFinal ? 'failed' : 'queued',
      attempts: sql`attempts + 1`,
      last_error: reason,
    })
    .where('tenant_id', '=', scope.tenantId)
    .where('id', '=', id)
    .where('status', '!=', 'sent')
    .execute()
}
