import { type JWTPayload, createRemoteJWKSet, customFetch, errors, jwtVerify } from 'jose'
import { CLOCK_TOLERANCE } from './id-token-rules.ts'
import type { OutgoingFetch } from './outgoing.ts'
import { providerText } from './provider-claims.ts'

export type SalesforceProvider = {
  issuer: string
  clientId: string
  jwksUrl: string
  fetch: OutgoingFetch
  now: () => Date
}

const MAX_TOKEN_AGE = '5m'

/** Returns the claims of a fresh id token. Keys are fetched each time, so that changed ones apply immediately. */
export async function verifyIdToken(
  { issuer, clientId, jwksUrl, fetch, now }: SalesforceProvider,
  idToken: string,
): Promise<JWTPayload & { sub: string }> {
  const keys = createRemoteJWKSet(new URL(jwksUrl), {
    [customFetch]: async (url, init) => await fetch(url, init),
  })
  const { payload } = await jwtVerify(idToken, keys, {
    issuer,
    audience: clientId,
    algorithms: ['RS256'],
    clockTolerance: CLOCK_TOLERANCE,
    maxTokenAge: MAX_TOKEN_AGE,
    requiredClaims: ['sub', 'exp', 'iat'],
    currentDate: now(),
  })
  if (typeof payload.sub !== 'string' || payload.sub === '') {
    throw new errors.JWTClaimValidationFailed('"sub" claim is empty', payload, 'sub')
  }
  return { ...payload, sub: payload.sub }
}

/** Undefined if Salesforce refuses the token. */
export async function fetchUserinfo(
  { issuer, fetch }: SalesforceProvider,
  accessToken: string,
): Promise<Record<string, unknown> | undefined> {
  const answer = await fetch(`${issuer}/services/oauth2/userinfo`, {
    headers: { authorization: `Bearer ${accessToken}`, accept: 'application/json' },
  })
  if (answer.status >= 400 && answer.status < 500 && answer.status !== 429) return undefined
  if (!answer.ok) throw new Error(`userinfo answered ${answer.status}`)
  const claims: unknown = await answer.json()
  return typeof claims === 'object' && claims !== null ? { ...claims } : undefined
}

/** Whether the token was refused. Any other error means that Salesforce could not be reached. */
export function isTokenFault(error: unknown): error is Error {
  return (
    error instanceof errors.JOSEError &&
    !['ERR_JOSE_GENERIC', 'ERR_JWKS_TIMEOUT', 'ERR_JWKS_INVALID'].includes(error.code)
  )
}

const AGAIN = 'Start again. If it happens again, check'
const OF_KEYS = `the id token isn’t signed with a key of Salesforce. ${AGAIN} SALESFORCE_JWKS_URL and SALESFORCE_ISSUER`

/** Why the token was refused, and what to do. The library’s text explains neither. */
export function tokenFaultText(error: Error): string {
  if (error instanceof errors.JWTClaimValidationFailed || error instanceof errors.JWTExpired)
    return claimText(error)
  if (error instanceof errors.JOSEAlgNotAllowed)
    return `the id token isn’t signed with RS256. ${AGAIN} the connected app in Salesforce`
  const isOfKeys =
    error instanceof errors.JWSSignatureVerificationFailed ||
    error instanceof errors.JWKSNoMatchingKey ||
    error instanceof errors.JWKSMultipleMatchingKeys
  return isOfKeys
    ? OF_KEYS
    : `the id token is no signed token (JWT). ${AGAIN} the connected app in Salesforce`
}

function claimText({ claim, payload }: { claim: string; payload: JWTPayload }): string {
  const value = providerText(JSON.stringify(payload[claim] ?? 'missing'))
  if (claim === 'iss')
    return `the id token is from another issuer (iss ${value}). ${AGAIN} SALESFORCE_ISSUER`
  if (claim === 'aud')
    return `the id token is for another client (aud ${value}). ${AGAIN} SALESFORCE_CLIENT_ID against the connected app in Salesforce`
  if (claim === 'sub')
    return `the id token names no user (sub). ${AGAIN} the connected app in Salesforce`
  if (payload[claim] === undefined)
    return `the id token has no ${claim}. ${AGAIN} the connected app in Salesforce`
  return `the id token is not valid at this time (${claim} ${value}). ${AGAIN} the clocks of Salesforce and of Waymark`
}
