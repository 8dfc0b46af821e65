import type { OwnerConfirmationBody } from 'contract/confirm-owner'
import { type SettingsPage, settingsPageAt } from 'contract/settings-page'
import type { ProviderClaims } from '#adapters/provider-claims.ts'
import type { PublicContext, SignedInContext } from '#core/context.ts'
import type { Db } from '#db/scope.ts'
import { ApiError, notFound } from '#core/errors.ts'
import { confirmOwner } from '#features/identity/confirm-owner.ts'
import { findCookieSession } from '#features/identity/session/cookie-session.ts'
import type { SsoConnection } from '#features/identity/sso/connections.queries.ts'
import { ownEmail, voucherOf } from '#features/identity/sso/find-user.ts'
import {
  findByIdentity,
  insertIdentity,
  type Subject,
  type Voucher,
} from '#features/identity/sso/identities.queries.ts'
import {
  SsoFailure,
  aboutConnection,
  orBackToSettings,
} from '#features/identity/sso/sso-failure.ts'
import { connectionFor, leaveFor } from '#features/identity/sso/start-sso.ts'
import { getUser } from '#features/identity/accounts.queries.ts'
import { recordEvent } from '#support/audit.queries.ts'
import { MAILS } from '#support/mail-catalogue.ts'
import { queueMail } from '#support/queue-mail.ts'

/** Answers the provider's address, or where a failure is shown. The identity that comes back is linked to this account. */
export async function startSsoLink(
  context: SignedInContext,
  domain: string,
  {
    back_to = '/settings',
    ...confirmation
  }: OwnerConfirmationBody & { back_to?: SettingsPage | undefined },
): Promise<string> {
  const connection = await connectionFor(context, domain).catch(toApiError)
  if (!isForOwnUsers(context, connection)) throw notFound('sign-in method')
  await confirmOwner(context, confirmation)
  const purpose = { redirect: back_to, link_session_id: context.actor.sessionId }
  return await orBackToSettings(context, back_to, () =>
    aboutConnection(connection, () => leaveFor(context, connection, purpose)),
  )
}

/** Links an identity to the user of the session that started, if this browser still has that session. */
export async function finishSsoLink(
  db: Db,
  context: PublicContext,
  connection: SsoConnection,
  claimed: ProviderClaims,
  { redirect, link_session_id: sessionId }: { redirect: string; link_session_id: number },
): Promise<string> {
  const session = await findCookieSession(db, context)
  if (session?.session_id !== sessionId)
    throw new SsoFailure(
      'expired',
      'this browser no longer has the session in which the user started to link the account',
    )
  if (!isForOwnUsers(context, connection))
    throw new SsoFailure(
      'unknown-domain',
      'the connection now signs in users of another organisation. Link a connection for this organisation’s own users',
    )
  const identity = {
    name: connection.name,
    voucher: voucherOf(connection),
    subject: claimed.subject,
    matching: claimed.matching,
    // The domain is checked as at every sign-in. The account's own address does not matter.
    email: ownEmail(connection, claimed),
  }
  if (!(await linkIdentity(db, context, session.user_id, identity)))
    throw new SsoFailure(
      'linked-elsewhere',
      `user ${session.user_id} is linked to another ID of this provider, or this ID to another user. Remove the wrong link on the page of the user who has it`,
    )
  return `${settingsPageAt(redirect)}?link=done`
}

/** Answers false when another account has the identity, or this account has another one of the voucher. */
export async function linkIdentity(
  db: Db,
  context: PublicContext,
  userId: number,
  {
    name,
    voucher,
    email: providerEmail,
    ...claimed
  }: { name: string; voucher: Voucher; email?: string | undefined } & Subject,
): Promise<boolean> {
  const { app, scope, request } = context
  const known = await findByIdentity(db, scope, voucher, claimed)
  if (known) return known.id === userId
  const { subject } = claimed
  const identity = { ...voucher, subject, user_id: userId, email: providerEmail }
  if (!(await insertIdentity(db, scope, identity))) return false
  await recordEvent(db, { scope, actor: { id: userId }, request }, 'identity.linked', {
    subject: `user ${userId}`,
    details: { issuer: voucher.issuer, by_hand: true },
  })
  const { email } = await getUser(db, scope, userId, app.adapters.now())
  await queueMail(db, context, { to: email, ...MAILS.linked.text(name) })
  return true
}

function isForOwnUsers({ tenant }: PublicContext, { people_tenant_id }: SsoConnection): boolean {
  return people_tenant_id === null || people_tenant_id === tenant.id
}

function toApiError(error: unknown): never {
  if (!(error instanceof SsoFailure)) throw error
  if (error.reason === 'unknown-domain') throw notFound('sign-in method')
  const message = 'Too many sign-in attempts from your network. Wait a few minutes, then try again.'
  throw new ApiError('too-many-requests', message, { retryAfter: 60 })
}
