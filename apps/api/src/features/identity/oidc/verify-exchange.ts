import type { JWTPayload } from 'jose'
import { idTokenFault, partyFault } from '#adapters/id-token-rules.ts'
import type { ProviderFault } from '#adapters/provider-fault.ts'
import { SalesforceFault, fetchUserinfo, verifyIdToken } from '#adapters/salesforce.ts'
import type { PublicContext } from '#core/context.ts'
import type { Db } from '#db/scope.ts'
import { hashOf } from '#core/random-token.ts'
import { findCookieSession } from '#features/identity/session/cookie-session.ts'
import { isBoundBrowser } from '#features/identity/sso/browser-binding.ts'
import { findByIdentity } from '#features/identity/sso/identities.queries.ts'
import { OidcRefusal } from './oidc-refusal.ts'
import { spendIdToken, takeNonce } from './oidc.queries.ts'
import { type Salesforce, voucherOfSalesforce } from './provider-of.ts'
import { textOf } from '#adapters/openid.ts'

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ012345'

/** Characters; Salesforce's tokens are much shorter. */
const LONGEST_ID_TOKEN = 8192
const LONGEST_ACCESS_TOKEN = 4096

/** The user as Salesforce describes them. */
export type SalesforceClaims = {
  subject: string
  email: string | undefined
  isEmailVerified: boolean
  salesforceId: string | undefined
}

type Claims = JWTPayload & { sub: string }
type Userinfo = Record<string, unknown>

/** With `linkSessionId` the identity is linked to this session's account. A nonce has one purpose. */
type Purpose = { isSilent?: boolean; linkSessionId?: number | null }

export async function verifyExchange(
  context: PublicContext,
  provider: Salesforce,
  { isSilent = false, linkSessionId = null }: Purpose,
): Promise<SalesforceClaims> {
  const { idToken, accessToken } = readTokens(context)
  const claims: Claims = await verifyIdToken(provider, idToken).catch(refuse)
  const { clientId, now } = provider
  refuseFault(partyFault(claims, clientId))
  const startedAt = await checkNonce(context, provider, claims, { isSilent, linkSessionId })
  refuseFault(idTokenFault({ idToken, claims, clientId, accessToken, startedAt, now: now() }))
  const info = await ask(provider, claims, accessToken)
  checkOrganisation(provider, info)
  await checkFirstUse(context, idToken)
  return {
    subject: claims.sub,
    email: textOf(info.email),
    isEmailVerified: info.email_verified === true,
    salesforceId: longIdOf(info.user_id),
  }
}

const AGAIN =
  'Start again. If it happens again, look at the login history in Salesforce, and check that the browser accepts cookies'

const CODES = {
  refused: 'oidc-refused',
  misconfigured: 'oidc-misconfigured',
  unavailable: 'unavailable',
} as const

/** Salesforce’s own faults, by what the user can do about them. */
function refuse(error: unknown): never {
  if (error instanceof SalesforceFault) throw new OidcRefusal(CODES[error.kind], error.message)
  throw error
}

function refuseFault(fault: Pick<ProviderFault, 'reason' | 'text'> | undefined) {
  if (!fault) return
  const isLasting = fault.reason === 'misconfigured'
  throw new OidcRefusal(isLasting ? 'oidc-misconfigured' : 'oidc-refused', ofSalesforce(fault.text))
}

/** Its settings are the installation’s, not a connection’s. */
function ofSalesforce(text: string): string {
  return text
    .replaceAll('the connection’s client ID', 'SALESFORCE_CLIENT_ID')
    .replaceAll('the provider', 'Salesforce')
}

function readTokens({ request }: PublicContext) {
  const [, idToken] = /^Bearer ([\w.-]+)$/i.exec(headerOf(request.headers, 'authorization')) ?? []
  const accessToken = headerOf(request.headers, 'access-token')
  if (idToken === undefined || idToken.length > LONGEST_ID_TOKEN) {
    throw new OidcRefusal('oidc-refused', `the id token is missing, too long or invalid. ${AGAIN}`)
  }
  if (!/^[\x21-\x7e]+$/.test(accessToken) || accessToken.length > LONGEST_ACCESS_TOKEN) {
    throw new OidcRefusal(
      'oidc-refused',
      `the access token is missing, too long or invalid. ${AGAIN}`,
    )
  }
  return { idToken, accessToken }
}

function headerOf(headers: Record<string, unknown>, name: 'authorization' | 'access-token') {
  const value = headers[`oidc-${name}`]
  return typeof value === 'string' ? value : ''
}

/** When the sign-in started, unless it is a renewal. */
async function checkNonce(
  context: PublicContext,
  provider: Salesforce,
  { nonce, sub }: Claims,
  { isSilent, linkSessionId }: Required<Purpose>,
): Promise<Date | undefined> {
  const { scope, inTenant } = context
  const taken =
    typeof nonce === 'string' && (await inTenant((db) => takeNonce(db, scope, hashOf(nonce))))
  if (taken) {
    if (taken.link_session_id !== linkSessionId) {
      throw new OidcRefusal('oidc-refused', `the nonce was issued for another purpose. ${AGAIN}`)
    }
    if (isBoundBrowser(context, 'sso_tx', taken.browser_hash)) return new Date(taken.created_at)
    throw new OidcRefusal('oidc-refused', `another browser requested the nonce. ${AGAIN}`)
  }
  // A renewal has no nonce, or the first one again, so it needs a session.
  if (isSilent && (await inTenant((db) => findLiveSession(db, context, provider, sub))))
    return undefined
  throw new OidcRefusal('oidc-refused', `the nonce is missing, unknown, expired or used. ${AGAIN}`)
}

async function ask(provider: Salesforce, { sub }: Claims, accessToken: string): Promise<Userinfo> {
  const info = await fetchUserinfo(provider, accessToken).catch(refuse)
  if (!info) throw new OidcRefusal('oidc-refused', `userinfo refused the access token. ${AGAIN}`)
  if (info.sub !== sub)
    throw new OidcRefusal('oidc-refused', `userinfo names another subject. ${AGAIN}`)
  return info
}

function checkOrganisation({ organisations }: Salesforce, { organization_id: id }: Userinfo) {
  if (typeof id === 'string' && organisations.some((allowed) => isSameId(allowed, id))) return
  throw new OidcRefusal(
    'oidc-misconfigured',
    'the user’s Salesforce organisation is not allowed. If its users should sign in here, add its ID to SALESFORCE_ORGANISATIONS',
  )
}

async function checkFirstUse({ scope, inTenant }: PublicContext, idToken: string) {
  if (await inTenant((db) => spendIdToken(db, scope, hashOf(idToken)))) return
  throw new OidcRefusal('oidc-refused', `the id token was used before. ${AGAIN}`)
}

function longIdOf(value: unknown): string | undefined {
  return typeof value === 'string' && /^005\w{12}(\w{3})?$/.test(value) ? longId(value) : undefined
}

/** The 18-character form of a Salesforce id. Its last three characters encode upper and lower case. */
export function longId(id: string): string {
  if (!/^[A-Za-z0-9]{15}$/.test(id)) return id
  const checksum = [0, 5, 10].map((start) => {
    const isUpper = (n: number) => /[A-Z]/.test(id.charAt(start + n))
    return ALPHABET[[0, 1, 2, 3, 4].reduce((sum, n) => sum + (isUpper(n) ? 1 << n : 0), 0)]
  })
  return id + checksum.join('')
}

/** Compares ids of either form. */
export function isSameId(a: string, b: string): boolean {
  return a.slice(0, 15) === b.slice(0, 15) && [a, b].every((id) => /^[A-Za-z0-9]{15,18}$/.test(id))
}

/** The session of this browser, if it belongs to the user with this identity. */
export async function findLiveSession(
  db: Db,
  context: PublicContext,
  provider: Salesforce,
  subject: string,
): Promise<{ userId: number; sessionId: number } | undefined> {
  const session = await findCookieSession(db, context)
  const user =
    session && (await findByIdentity(db, context.scope, voucherOfSalesforce(provider), { subject }))
  if (!session || user?.id !== session.user_id) return undefined
  return { userId: session.user_id, sessionId: session.session_id }
}
