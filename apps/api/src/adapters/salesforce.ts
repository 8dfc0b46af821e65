import { type JWTPayload, createRemoteJWKSet, customFetch, errors, jwtVerify } from 'jose'
import { CLOCK_TOLERANCE } from './id-token-rules.ts'
import type { OutgoingFetch } from './outgoing.ts'

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
