import type { Db } from '#db/scope.ts'
import { revokeAllSessions } from '#features/identity/sessions.queries.ts'
import { removeMfa } from '#features/identity/turn-off-mfa.ts'
import { type RecordedBy, recordEvent } from '#support/audit.queries.ts'
import { MAILS } from '#support/mail-catalogue.ts'
import { type Sender, queueMail } from '#support/queue-mail.ts'

/** Ends all sessions too, because the lost device may be signed in. Answers whether verification was on. */
export async function resetMfa(
  db: Db,
  by: Sender & RecordedBy,
  { id, email }: { id: number; email: string },
): Promise<boolean> {
  if (!(await removeMfa(db, by, id))) return false
  await revokeAllSessions(db, by.scope, id)
  await recordEvent(db, by, 'mfa.reset', { subject: `user ${id}` })
  await queueMail(db, by, { to: email, ...MAILS.mfaReset.text() })
  return true
}
