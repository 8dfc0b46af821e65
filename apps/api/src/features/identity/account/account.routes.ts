import {
  type PasswordChangeBody,
  type ProfileChangeBody,
  type EmailChangeBody,
  account,
} from 'contract/account'
import type { SignedInContext } from '#core/context.ts'
import type { Db } from '#db/scope.ts'
import { ApiError } from '#core/errors.ts'
import { MAIL_PREFERENCES, type MailPreferences } from 'contract/mail-preferences'
import { type Server, handle, handleDetached } from '#core/handle.ts'
import { deleteChallenges } from '#features/identity/challenges.queries.ts'
import { confirmFactors, confirmOwner } from '#features/identity/confirm-owner.ts'
import { hashPassword } from '#features/identity/session/password.ts'
import { refuseWeakPassword } from '#features/identity/session/refuse-weak-password.ts'
import { revokeOtherSessions } from '#features/identity/sessions.queries.ts'
import {
  findPasswordOwner,
  getPreferences,
  listMutedMails,
  lockProfile,
  needsMfaSetup,
  updateUser,
  clearPendingEmail,
  emailTaken,
} from '#features/identity/accounts.queries.ts'
import { recordEvent } from '#support/audit.queries.ts'
import { joinAwaited } from '#support/join-awaited.ts'
import { revokeLinksOf, insertLink } from '#support/links.queries.ts'
import { presentUser } from './present-user.ts'
import { type Limit, limitAttempts } from '#support/limit-attempts.ts'
import { PER_TARGET } from '#support/request-link.ts'
import { MAILS } from '#support/mail-catalogue.ts'
import { queueMail } from '#support/queue-mail.ts'
import { useLink } from '#support/use-link.ts'

const FIELDS = ['name', 'organisation_name'] as const

export function accountRoutes(server: Server): void {
  handle(server, account.me, async (_, context) => {
    const { db, scope, actor } = context
    const user = await presentUser(db, context, actor.id)
    return {
      user: { ...user, mfa_setup_required: await needsMfaSetup(db, scope, actor.sessionId) },
    }
  })

  handle(server, account.updateProfile, async ({ body }, context) => {
    await changeProfile(context, body)
    return { user: await presentUser(context.db, context, context.actor.id) }
  })

  handle(server, account.preferences, (_, { db, scope, actor }) =>
    getPreferences(db, scope, actor.id),
  )

  handle(server, account.changePreferences, async ({ body }, { db, scope, actor }) => {
    await updateUser(db, scope, actor.id, body)
    return body
  })

  handle(server, account.mails, async (_, { db, scope, actor }) => {
    const muted = await listMutedMails(db, scope, actor.id)
    return Object.fromEntries(
      MAIL_PREFERENCES.map((kind) => [kind, !muted.includes(kind)]),
    ) as MailPreferences
  })

  handle(server, account.chooseMails, async ({ body }, { db, scope, actor }) => {
    const muted_mails = MAIL_PREFERENCES.filter((kind) => !body[kind])
    await updateUser(db, scope, actor.id, { muted_mails })
    return body
  })

  handleDetached(server, account.changePassword, ({ body }, context) =>
    changePassword(context, body),
  )

  handleDetached(server, account.requestEmailChange, ({ body }, context) =>
    requestEmailChange(context, body),
  )

  handle(server, account.confirmEmailChange, async ({ body }, context) => {
    await confirmEmailChange(context.db, context, body.signature)
    return { user: await presentUser(context.db, context, context.actor.id) }
  })

  handle(server, account.cancelEmailChange, (_, context) => cancelEmailChange(context.db, context))
}

/** Ends the user's other sessions. */
async function changePassword(
  context: SignedInContext,
  { current_password, password, ...step }: PasswordChangeBody,
): Promise<void> {
  const { scope, actor } = context
  const owner = await context.inTenant((db) => findPasswordOwner(db, scope, actor.email))
  // Before the confirmation, because a code works once.
  await refuseWeakPassword(context, password, owner)
  await confirmFactors(context, { password: current_password, ...step }, 'current_password')
  const password_hash = await hashPassword(password)
  await context.inTenant(async (db) => {
    await updateUser(db, scope, actor.id, { password_hash })
    await deleteChallenges(db, scope, actor.id)
    await revokeOtherSessions(db, scope, actor.id, actor.sessionId)
    await revokeLinksOf(db, scope, ['reset'], actor.id)
    await recordEvent(db, context, 'password.changed')
    await queueMail(db, context, { to: actor.email, ...MAILS.passwordChanged.text(context, false) })
  })
}

/** A field that an admin changed while the user was editing is not overwritten. */
async function changeProfile(
  { db, scope, actor, request }: SignedInContext & { db: Db },
  { was, ...wanted }: ProfileChangeBody,
): Promise<void> {
  const before = await lockProfile(db, scope, actor.id)
  const changed = FIELDS.filter(
    (field) => wanted[field] !== undefined && wanted[field] !== before[field],
  )
  // Fields that the user didn't change keep their current value.
  const own = changed.filter((field) => !was || wanted[field] !== was[field])
  if (was && own.some((field) => (was[field] ?? '') !== (before[field] ?? '')))
    throw new ApiError(
      'conflict',
      'Your profile was changed while you were editing. Check it, then save again.',
      {
        details: { profile: { ...before, organisation_name: before.organisation_name ?? '' } },
      },
    )
  if (own.length === 0) return
  const change = Object.fromEntries(own.map((field) => [field, wanted[field]]))
  await updateUser(db, scope, actor.id, change)
  await recordEvent(db, { scope, actor, request }, 'profile.changed', {
    subject: `user ${actor.id}`,
    details: { fields: own.join(', ') },
  })
}

const PER_ACCOUNT: Limit = { name: 'email change', most: 10, windowSeconds: 3600 }

/** The address changes when the link mailed to the new address is opened. */
async function requestEmailChange(
  context: SignedInContext,
  { email, back_to = '/settings', ...confirmation }: EmailChangeBody,
): Promise<void> {
  await confirmOwner(context, confirmation)
  const { scope, tenant, actor } = context
  const subject = () => ({ actor })
  // The account comes first, so that its requests don't use up the limit of an address.
  await limitAttempts(context, PER_ACCOUNT, String(actor.id), subject)
  const target = `email-change\n${tenant.id}\n${email.toLowerCase()}`
  await limitAttempts(context, PER_TARGET, target, subject)
  await context.inTenant(async (db) => {
    await revokeLinksOf(db, scope, ['email-change'], actor.id)
    const link = { kind: 'email-change', email, userId: actor.id } as const
    const { signature } = await insertLink(db, scope, link)
    await updateUser(db, scope, actor.id, { pending_email: email })
    await recordEvent(db, context, 'email_change.requested')
    const mail = MAILS.confirmEmail.text(context, actor.name, `${back_to}?confirm=${signature}`)
    await queueMail(db, context, { to: email, ...mail })
  })
}

async function confirmEmailChange(db: Db, context: SignedInContext, signature: string) {
  const { scope, actor } = context
  const { email } = await useLink(db, scope, { kind: 'email-change', signature, userId: actor.id })
  await updateUser(db, scope, actor.id, { email, pending_email: null }).catch((error: unknown) => {
    throw emailTaken(error)
  })
  // Links in mails to the old address must no longer open the account.
  await revokeLinksOf(db, scope, ['reset'], actor.id)
  await joinAwaited(db, context, { id: actor.id, email })
  await recordEvent(db, context, 'email.changed')
  await queueMail(db, context, { to: actor.email, ...MAILS.emailChanged.text(email) })
}

async function cancelEmailChange(db: Db, context: SignedInContext): Promise<void> {
  const { scope, actor } = context
  await revokeLinksOf(db, scope, ['email-change'], actor.id)
  if (await clearPendingEmail(db, scope, actor.id))
    await recordEvent(db, context, 'email_change.withdrawn')
}
