import { type PasswordChangeBody, type ProfileChangeBody, account } from 'contract/account'
import type { SignedInContext, Db } from '#core/context.ts'
import { ApiError } from '#core/errors.ts'
import { type Server, handle, handleDetached } from '#core/handle.ts'
import { deleteChallenges } from '#features/identity/challenges.queries.ts'
import { proveFactors } from '#features/identity/confirm-owner/prove-owner.ts'
import { hashPassword } from '#features/identity/session/password.ts'
import { refuseWeakPassword } from '#features/identity/session/refuse-weak-password.ts'
import { revokeOtherSessions } from '#features/identity/sessions.queries.ts'
import { lockProfile, needsMfaSetup, updateUser } from '#features/identity/users.queries.ts'
import { recordEvent } from '#support/audit.queries.ts'
import { revokeLinksOf } from '#support/links.queries.ts'
import { cancelEmailChange, confirmEmailChange, requestEmailChange } from './change-email.ts'
import { presentUser } from './present-user.ts'

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
  // Before the proof, because a code works once.
  await refuseWeakPassword(context, password, context.actor)
  await proveFactors(context, { password: current_password, ...step }, 'current_password')
  const password_hash = await hashPassword(password)
  const { scope, actor } = context
  await context.inTenant(async (db) => {
    await updateUser(db, scope, actor.id, { password_hash })
    await deleteChallenges(db, scope, actor.id)
    await revokeOtherSessions(db, scope, actor.id, actor.sessionId)
    await revokeLinksOf(db, scope, ['reset'], actor.id)
    await recordEvent(db, context, 'password.changed')
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
    throw new ApiError('conflict', 'Someone else changed your profile while you were editing.', {
      details: { profile: { ...before, organisation_name: before.organisation_name ?? '' } },
    })
  if (own.length === 0) return
  const change = Object.fromEntries(own.map((field) => [field, wanted[field]]))
  await updateUser(db, scope, actor.id, change)
  await recordEvent(db, { scope, actor, request }, 'profile.changed', {
    subject: `user ${actor.id}`,
    details: { fields: own.join(', ') },
  })
}
