import type { JWTPayload } from 'jose'
import { createHash } from 'node:crypto'
import { askUserinfo, isTokenFault, verifyIdToken } from '#adapters/salesforce.ts'
import type { PublicContext } from '#core/context.ts'
import { hasProof } from '#features/identity/sso/browser-proof.ts'
import { hashOf } from '#features/identity/sso/one-time.ts'
import { findLiveSession } from './live-session.ts'
import { OidcRefusal } from './oidc-refusal.ts'
import { spendIdToken, takeNonce } from './oidc.queries.ts'
import type { Salesforce } from './provider-of.ts'

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ012345'

/** Far more than Salesforce's tokens have. Characters. */
const LONGEST_ID_TOKEN = 8192
const LONGEST_ACCESS_TOKEN = 4096

/** For whom Salesforce vouches. */
export type Vouched = {
  subject: string
  email: string | undefined
  isEmailVerified: boolean
  salesforceId: string | undefined
}

type Claims = JWTPayload & { sub: string }
type Told = Record<string, unknown>

/** `linkSessionId`: to link to the account of this session; a nonce is good for the one or the other. */
type Purpose = { isSilent?: boolean; linkSessionId?: number | null }

/** The checks in order; the first that fails refuses. */
export async function verifyExchange(
  context: PublicContext,
  provider: Salesforce,
  { isSilent = false, linkSessionId = null }: Purpose,
): Promise<Vouched> {
  const { idToken, accessToken } = readTokens(context)
  const claims = await verify(provider, idToken)
  checkAuthorisedParty(provider, claims)
  await checkNonce(context, provider, claims, { isSilent, linkSessionId })
  checkAccessTokenHash(claims, accessToken)
  const told = await ask(provider, claims, accessToken)
  checkOrganisation(provider, told)
  await checkFirstUse(context, idToken)
  return {
    subject: claims.sub,
    email: textOf(told.email),
    isEmailVerified: told.email_verified === true,
    salesforceId: longIdOf(told.user_id),
  }
}

function readTokens({ request }: PublicContext) {
  const [, idToken] = /^Bearer ([\w.-]+)$/i.exec(headerOf(request.headers, 'authorization')) ?? []
  const accessToken = headerOf(request.headers, 'access-token')
  if (idToken === undefined || idToken.length > LONGEST_ID_TOKEN) {
    throw new OidcRefusal('oidc-refused', 'the id token is missing, too long or invalid')
  }
  if (!/^[\x21-\x7e]+$/.test(accessToken) || accessToken.length > LONGEST_ACCESS_TOKEN) {
    throw new OidcRefusal('oidc-refused', 'the access token is missing, too long or invalid')
  }
  return { idToken, accessToken }
}

function headerOf(headers: Record<string, unknown>, name: 'authorization' | 'access-token') {
  const value = headers[`oidc-${name}`]
  return typeof value === 'string' ? value : ''
}

async function verify(provider: Salesforce, idToken: string): Promise<Claims> {
  return await verifyIdToken(provider, idToken).catch((error: unknown) => {
    if (isTokenFault(error)) throw new OidcRefusal('oidc-refused', `id token: ${error.message}`)
    throw new OidcRefusal('unavailable', 'the keys of the issuer cannot be fetched')
  })
}

function checkAuthorisedParty({ clientId }: Salesforce, { azp, aud }: Claims) {
  const isNeeded = Array.isArray(aud) && aud.length > 1
  if (azp === clientId || (azp === undefined && !isNeeded)) return
  throw new OidcRefusal('oidc-refused', 'the id token was issued to another party')
}

async function checkNonce(
  context: PublicContext,
  { issuer }: Salesforce,
  { nonce, sub }: Claims,
  { isSilent, linkSessionId }: Required<Purpose>,
) {
  const { scope, inTenant } = context
  const taken =
    typeof nonce === 'string' && (await inTenant((db) => takeNonce(db, scope, hashOf(nonce))))
  if (taken) {
    if (taken.link_session_id !== linkSessionId) {
      throw new OidcRefusal('oidc-refused', 'the nonce was issued for another purpose')
    }
    if (hasProof(context, '__Host-sso_tx', taken.browser_hash)) return
    throw new OidcRefusal('oidc-refused', 'another browser requested the nonce')
  }
  // A renewal brings no nonce, or the first one again: then the session has to be there already.
  if (isSilent && (await inTenant((db) => findLiveSession(db, context, issuer, sub)))) return
  throw new OidcRefusal('oidc-refused', 'the nonce is missing, unknown, expired or used')
}

function checkAccessTokenHash({ at_hash: expected }: Claims, accessToken: string) {
  if (expected === undefined) return
  const half = createHash('sha256').update(accessToken, 'ascii').digest().subarray(0, 16)
  if (half.toString('base64url') === expected) return
  throw new OidcRefusal('oidc-refused', 'the access token is not the one of the id token')
}

async function ask(provider: Salesforce, { sub }: Claims, accessToken: string): Promise<Told> {
  const told = await askUserinfo(provider, accessToken).catch(() => {
    throw new OidcRefusal('unavailable', 'userinfo cannot be fetched')
  })
  if (!told) throw new OidcRefusal('oidc-refused', 'userinfo refused the access token')
  if (told.sub !== sub) throw new OidcRefusal('oidc-refused', 'userinfo names another subject')
  return told
}

function checkOrganisation({ organisations }: Salesforce, { organization_id: id }: Told) {
  if (typeof id === 'string' && organisations.some((allowed) => isSameId(allowed, id))) return
  throw new OidcRefusal('oidc-refused', 'the organisation is not allowed')
}

async function checkFirstUse({ scope, inTenant }: PublicContext, idToken: string) {
  if (await inTenant((db) => spendIdToken(db, scope, hashOf(idToken)))) return
  throw new OidcRefusal('oidc-refused', 'the id token was used before')
}

function longIdOf(value: unknown): string | undefined {
  return typeof value === 'string' && /^005\w{12}(\w{3})?$/.test(value) ? longId(value) : undefined
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** The 18-character form of a Salesforce id: three characters more that tell upper from lower case. */
export function longId(id: string): string {
  if (!/^[A-Za-z0-9]{15}$/.test(id)) return id
  const checksum = [0, 5, 10].map((start) => {
    const isUpper = (n: number) => /[A-Z]/.test(id.charAt(start + n))
    return ALPHABET[[0, 1, 2, 3, 4].reduce((sum, n) => sum + (isUpper(n) ? 1 << n : 0), 0)]
  })
  return id + checksum.join('')
}

/** Whether two ids name the same thing, whichever form they have. */
export function isSameId(a: string, b: string): boolean {
  return a.slice(0, 15) === b.slice(0, 15) && [a, b].every((id) => /^[A-Za-z0-9]{15,18}$/.test(id))
}
