import type { OwnerProofBody } from 'contract/proof'
import { type SettingsPage, settingsPageAt } from 'contract/settings-page'
import type { Claimed } from '#adapters/openid.ts'
import type { PublicContext, SignedInContext } from '#core/context.ts'
import { ApiError, notFound } from '#core/errors.ts'
import { REFRESH_COOKIE } from '#core/request-origin.ts'
import type { Db } from '#db/driver.ts'
import { hashOf } from '#features/identity/session/refresh-token.ts'
import { findRefreshToken } from '#features/identity/sessions.queries.ts'
import { proveOwner } from '#features/identity/confirm-owner/prove-owner.ts'
import type { SsoConnection } from '#features/identity/sso/connections.queries.ts'
import { ownEmail } from '#features/identity/sso/find-user.ts'
import { SsoFailure } from '#features/identity/sso/sso-failure.ts'
import { connectionFor, leaveFor } from '#features/identity/sso/start-sso.ts'
import { linkIdentity } from './link-identity.ts'

/** Answers where the browser is to go; whoever comes back from there is linked to this account. */
export async function beginSsoLink(
  context: SignedInContext,
  domain: string,
  { back_to = '/settings', ...proof }: OwnerProofBody & { back_to?: SettingsPage | undefined },
): Promise<string> {
  const connection = await connectionFor(context, domain).catch(asAnswer)
  if (!isForOwnPeople(context, connection)) throw notFound('way to sign in here')
  await proveOwner(context, proof)
  const purpose = { redirect: back_to, link_session_id: context.actor.sessionId }
  return await leaveFor(context, connection, purpose).catch(asAnswer)
}

/** Links whom the provider vouches for to the account of the session that began it, if that is still the browser's. */
export async function linkPerson(
  context: PublicContext,
  connection: SsoConnection,
  person: Claimed,
  { redirect, link_session_id: sessionId }: { redirect: string; link_session_id: number },
): Promise<string> {
  await context.inTenant(async (db) => {
    const userId = await ownerOf(db, context, sessionId)
    if (!isForOwnPeople(context, connection)) {
      throw new SsoFailure('unknown-domain', 'the connection is for people of elsewhere')
    }
    // Of the connection's domain, as at every sign-in; whether it is the account's address does not matter.
    ownEmail(connection, person)
    const { issuer, name } = connection
    if (await linkIdentity(db, context, userId, { name, issuer, subject: person.subject })) return
    throw new SsoFailure('linked-elsewhere', `user ${userId} cannot be linked to this subject`)
  })
  return `${settingsPageAt(redirect)}?link=done`
}

async function ownerOf(db: Db, { request, scope }: PublicContext, sessionId: number) {
  const token = request.cookies[REFRESH_COOKIE]
  const found = token && (await findRefreshToken(db, scope, hashOf(token)))
  const isAlive = found && (!found.is_replaced || found.is_in_grace)
  if (isAlive && found.session_id === sessionId) return found.user_id
  throw new SsoFailure('expired', 'the session that began to link is over')
}

function isForOwnPeople({ tenant }: PublicContext, { people_tenant_id }: SsoConnection): boolean {
  return people_tenant_id === null || people_tenant_id === tenant.id
}

function asAnswer(error: unknown): never {
  if (!(error instanceof SsoFailure)) throw error
  if (error.reason === 'unknown-domain') throw notFound('way to sign in here')
  const message = 'The sign-in service did not answer. Try again in a moment.'
  throw new ApiError('unavailable', message, { retryAfter: 5 })
}
