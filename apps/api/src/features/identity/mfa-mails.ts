import type { PublicContext } from '#core/context.ts'
import type { Db } from '#db/driver.ts'
import { queueMail } from '#support/queue-mail.ts'

const NOT_YOU = 'If this was not you, change your password and tell your administrator at once.'

type Recipient = { email: string }

export async function tellMfaOn(db: Db, context: PublicContext, to: Recipient): Promise<void> {
  await tell(db, context, to, 'Two-step sign-in is on', [
    'From now on signing in with your password also takes a code from your authenticator app. You were signed out on every other device.',
    NOT_YOU,
  ])
}

export async function tellMfaOff(db: Db, context: PublicContext, to: Recipient): Promise<void> {
  await tell(db, context, to, 'Two-step sign-in is off', [
    'From now on your password alone signs you in. You were signed out on every other device.',
    NOT_YOU,
  ])
}

export async function tellMfaReset(db: Db, context: PublicContext, to: Recipient): Promise<void> {
  await tell(db, context, to, 'Two-step sign-in was reset', [
    'An administrator turned off the two-step sign-in of your account and signed you out everywhere. Your password is unchanged: sign in with it and set two-step sign-in up again.',
    'If you did not ask for this, tell your administrator at once.',
  ])
}

export async function tellRecoveryCodeUsed(
  db: Db,
  context: PublicContext,
  to: Recipient,
): Promise<void> {
  await tell(db, context, to, 'A recovery code was used', [
    'Somebody signed in to your account with one of your recovery codes instead of your authenticator app. Each code works once; you can make new ones in the settings.',
    NOT_YOU,
  ])
}

async function tell(
  db: Db,
  context: PublicContext,
  { email }: Recipient,
  subject: string,
  paragraphs: string[],
) {
  await queueMail(db, context, { to: email, subject, heading: subject, paragraphs })
}
