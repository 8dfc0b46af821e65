import type { Db } from '#db/driver.ts'
import { type Sender, queueMail } from '#support/queue-mail.ts'

const NOT_YOU = 'If this was not you, tell your administrator at once.'

export async function tellLinked(
  db: Db,
  sender: Sender,
  { email }: { email: string },
  name: string,
): Promise<void> {
  await tell(db, sender, email, 'A way to sign in was added', [
    `Your account is linked to ${name}: from now on you sign in with it instead of a password. You can unlink it in the settings.`,
    NOT_YOU,
  ])
}

export async function tellUnlinked(
  db: Db,
  sender: Sender,
  { email }: { email: string },
  name: string,
): Promise<void> {
  await tell(db, sender, email, 'A way to sign in was removed', [
    `Your account is no longer linked to ${name}. You were signed out on every other device.`,
    NOT_YOU,
  ])
}

async function tell(db: Db, sender: Sender, to: string, subject: string, paragraphs: string[]) {
  await queueMail(db, sender, { to, subject, heading: subject, paragraphs })
}
