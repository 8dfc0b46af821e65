import { ipOf } from '#core/client-address.ts'
import type { OidcSignIn } from 'contract/oidc'
import { clientAddressOf } from '#core/client-address.ts'
import type { PublicContext } from '#core/context.ts'
import type { Db } from '#db/scope.ts'
import { notFound } from '#core/errors.ts'
import { presentUser } from '#features/identity/account/present-user.ts'
import { hashOf, randomToken } from '#core/random-token.ts'
import { touchSession } from '#features/identity/sessions.queries.ts'
import { startSession } from '#features/identity/sign-in.ts'
import { bindBrowser } from '#features/identity/sso/browser-binding.ts'
import { startSessionHere, createHandover } from '#features/identity/sso/handover.ts'
import { vouchedBy } from '#features/identity/sso/identities.queries.ts'
import { addressOf } from '#support/address-of.ts'
import { type Limit, limitAttempts } from '#support/limit-attempts.ts'
import { type Account, findAccount } from './find-account.ts'
import { orRefusal } from './oidc-refusal.ts'
import { insertNonce } from './oidc.queries.ts'
import { centralOriginsOf } from '#features/identity/salesforce-env.ts'
import { type Salesforce, providerOf } from './provider-of.ts'
import { type SalesforceClaims, findLiveSession, verifyExchange } from './verify-exchange.ts'

// A whole organisation may have one address. Each sign-in counts twice, with its nonce.
const PER_ADDRESS: Limit = { name: 'oidc address', most: 600, windowSeconds: 900 }

const BY_SALESFORCE = vouchedBy({ connectionId: null })

/** Exchanges Salesforce's tokens for a session here, or for the address of the host with the account. */
export async function signInWithTokens(context: PublicContext): Promise<OidcSignIn> {
  const provider = requireProvider(context)
  await limitAddress(context)
  const isSilent = context.request.headers['silent-sso'] === 'true'
  return await orRefusal(context, async () => {
    const vouched = await verifyExchange(context, provider, { isSilent })
    const account = await findAccount(context, provider, vouched, isSilent)
    const backTo = await otherAddress(context, account)
    if (backTo !== undefined) return { token: '', user: null, back_to: backTo }
    return await enter(context, provider, vouched, account.userId, isSilent)
  })
}

export function requireProvider(context: PublicContext): Salesforce {
  const provider = providerOf(context)
  if (!provider) throw notFound('sign-in method')
  return provider
}

export async function limitAddress(context: PublicContext): Promise<void> {
  await limitAttempts(context, PER_ADDRESS, clientAddressOf(context.request))
}

/** A nonce for this browser only. With `link_session_id` it links and does not sign in. */
export async function issueNonce(
  context: PublicContext,
  purpose: { link_session_id?: number } = {},
): Promise<string> {
  const nonce = randomToken()
  const browser_hash = hashOf(bindBrowser(context, 'sso_tx'))
  await context.inTenant((db) =>
    insertNonce(db, context.scope, { nonce_hash: hashOf(nonce), browser_hash, ...purpose }),
  )
  return nonce
}

/** An answer to another host has no access token, but cookies of that host or a handover. */
async function otherAddress(context: PublicContext, account: Account): Promise<string | undefined> {
  const { app, tenant, request, inTenant } = context
  if (account.tenantId !== tenant.id)
    return await inTenant((db) => createHandover(db, context, account, BY_SALESFORCE))
  const { origin = '' } = request.headers
  const isFromCentral = centralOriginsOf(app.env).includes(origin)
  if (!isFromCentral || addressOf(context, '/') === `${origin}/`) return undefined
  const start = (db: Db) => startSessionHere(db, context, account.userId, BY_SALESFORCE)
  return addressOf(context, await inTenant(start))
}

async function enter(
  context: PublicContext,
  provider: Salesforce,
  { subject }: SalesforceClaims,
  userId: number,
  isSilent: boolean,
): Promise<OidcSignIn> {
  const { app, scope, inTenant } = context
  return await inTenant(async (db) => {
    const live = isSilent ? await findLiveSession(db, context, provider, subject) : undefined
    if (live) await touchSession(db, scope, live.sessionId, ipOf(context.request))
    const token = live
      ? await app.tokens.sign({ ...live, tenantId: scope.tenantId })
      : await startSession(db, context, userId, { method: 'sso' }, BY_SALESFORCE)
    return { token, user: await presentUser(db, context, userId) }
  })
}
