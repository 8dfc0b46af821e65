import type { OidcSignIn } from 'contract/oidc'
import { clientAddressOf } from '#core/client-address.ts'
import type { PublicContext } from '#core/context.ts'
import { notFound } from '#core/errors.ts'
import type { Limit } from '#db/rate-limits.ts'
import { limitAttempts } from '#support/limit-attempts.ts'
import { touchSession } from '#features/identity/sessions.queries.ts'
import { startSession } from '#features/identity/sign-in.ts'
import { addressOf } from '#support/address-of.ts'
import { enterHere } from '#features/identity/sso/enter-here.ts'
import { handOver } from '#features/identity/sso/hand-over.ts'
import { presentUser } from '#features/identity/account/present-user.ts'
import { type Account, findAccount } from './find-account.ts'
import { findLiveSession } from './live-session.ts'
import { orRefusal } from './oidc-refusal.ts'
import { type Salesforce, centralOriginOf, providerOf } from './provider-of.ts'
import { type Vouched, verifyExchange } from './verify-exchange.ts'

// A whole organisation may come from one address, all at nine o'clock; each sign-in counts twice, with its nonce.
const PER_ADDRESS: Limit = { name: 'oidc address', most: 600, windowSeconds: 900 }

/** Exchanges Salesforce's tokens for a session here, or for the way to the host where the session will be. */
export async function signInWithTokens(context: PublicContext): Promise<OidcSignIn> {
  const provider = requireProvider(context)
  await limitAddress(context)
  const isSilent = context.request.headers['silent-sso'] === 'true'
  return await orRefusal(context, async () => {
    const person = await verifyExchange(context, provider, { isSilent })
    const account = await findAccount(context, provider, person, isSilent)
    const backTo = await elsewhere(context, account)
    if (backTo !== undefined) return { token: '', user: null, back_to: backTo }
    return await enter(context, provider, person, account.userId, isSilent)
  })
}

export function requireProvider(context: PublicContext): Salesforce {
  const provider = providerOf(context)
  if (!provider) throw notFound('way to sign in here')
  return provider
}

export async function limitAddress(context: PublicContext): Promise<void> {
  await limitAttempts(context, PER_ADDRESS, clientAddressOf(context.request))
}

/** No bearer token is ever in an answer for another host: cookies of that host carry it, or a proof of who comes. */
async function elsewhere(context: PublicContext, account: Account): Promise<string | undefined> {
  const { app, tenant, request } = context
  if (account.tenantId !== tenant.id) return await handOver(context, account)
  const central = centralOriginOf(app.env)
  const isAskedByCentral = central !== undefined && request.headers.origin === central
  if (!isAskedByCentral || addressOf(context, '/') === `${central}/`) return undefined
  return addressOf(context, await enterHere(context, account.userId))
}

async function enter(
  context: PublicContext,
  { issuer }: Salesforce,
  { subject }: Vouched,
  userId: number,
  isSilent: boolean,
): Promise<OidcSignIn> {
  const { app, scope, inTenant } = context
  return await inTenant(async (db) => {
    const live = isSilent ? await findLiveSession(db, context, issuer, subject) : undefined
    if (!live) {
      const token = await startSession(db, context, userId, { method: 'sso' })
      return { token, user: await presentUser(db, context, userId) }
    }
    // Silently nothing is made that is there already.
    await touchSession(db, scope, live.sessionId)
    const token = await app.tokens.sign({ ...live, tenantId: scope.tenantId })
    return { token, user: await presentUser(db, context, userId) }
  })
}
