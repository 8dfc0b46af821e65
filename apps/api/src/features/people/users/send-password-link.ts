import type { UserDetails } from 'contract/users'
import type { SignedInContext } from '#core/context.ts'
import { type Scope, type Db, scopeOf } from '#db/scope.ts'
import { ApiError } from '#core/errors.ts'
import { type RecordedBy, recordEvent } from '#support/audit.queries.ts'
import { mayUsePassword } from '#features/identity/sign-in.ts'
import { insertLink, revokeLinksOf } from '#support/links.queries.ts'
import { MAILS } from '#support/mail-catalogue.ts'
import { type Sender, queueMail } from '#support/queue-mail.ts'
import { findUserForSignIn } from '#features/identity/accounts.queries.ts'
import {
  lockUser,
  requireActive,
  withLockedUser,
  withLockedUsers,
} from '#features/people/locked-users.ts'
import { limitLinks, sendWelcome } from './create-user.ts'

export async function sendPasswordLink(context: SignedInContext, id: number): Promise<void> {
  await withLockedUser(context, id, (db, scope, user) =>
    sendLink(db, context, scope, user, () => limitLinks(context, scope, user.email)),
  )
}

/** Sends a link to all of these users or none. */
export async function sendPasswordLinks(context: SignedInContext, ids: readonly number[]) {
  await withLockedUsers(context, ids, async (db, users) => {
    for (const { id, tenant_id } of users) {
      const scope = scopeOf(tenant_id)
      const user = await lockUser(db, scope, id)
      await sendLink(db, context, scope, user, () => limitLinks(context, scope, user.email))
    }
    return users
  })
}

/** Mails a link to a new password, or the welcome mail again to a user who never chose one. `count` may refuse it. */
export async function sendLink(
  db: Db,
  by: Pick<Sender, 'app'> & RecordedBy,
  scope: Scope,
  userDetails: UserDetails,
  count: () => Promise<void> = async () => {},
): Promise<void> {
  const { app } = by
  const { id, name, email } = userDetails
  if (!userDetails.is_active)
    throw new ApiError('conflict', `${name} is inactive. Activate the account first.`)
  const tenant = await requireActive(db, scope)
  const user = await findUserForSignIn(db, scope, email, app.env.SALESFORCE_ISSUER)
  if (!user || !mayUsePassword(tenant, user))
    throw new ApiError(
      'forbidden',
      `${name} signs in with single sign-on and doesn’t need a password link.`,
    )
  await revokeLinksOf(db, scope, ['reset'], id)
  await count()
  if (userDetails.has_password) {
    const { signature } = await insertLink(db, scope, { kind: 'reset', email, userId: id })
    const mail = MAILS.reset.text({ app, tenant }, signature)
    await queueMail(db, { app, tenant, scope }, { to: email, ...mail })
  } else await sendWelcome(db, by, { tenant, scope }, userDetails)
  await recordEvent(db, { ...by, scope }, 'password_reset.sent', { subject: `user ${id}` })
}
