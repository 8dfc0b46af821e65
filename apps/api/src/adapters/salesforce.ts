import { type JWTPayload, createRemoteJWKSet, customFetch, errors, jwtVerify } from 'jose'
import { CALL_FAULTS, callFault, isPassing } from './call-fault.ts'
import { CLOCK_TOLERANCE } from './id-token-rules.ts'
import { isPassingStatus } from './openid-faults.ts'
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

/** Why no one can sign in. The message says what to do. `misconfigured`: someone has to change a setting. */
export class SalesforceFault extends Error {
  override name = 'SalesforceFault'
  readonly kind: 'refused' | 'misconfigured' | 'unavailable'

  constructor(kind: SalesforceFault['kind'], message: string) {
    super(message)
    this.kind = kind
  }
}

/** Returns the claims of a fresh id token. Keys are fetched each time, so that changed ones apply immediately. */
export async function verifyIdToken(
  { issuer, clientId, jwksUrl, fetch, now }: SalesforceProvider,
  idToken: string,
): Promise<JWTPayload & { sub: string }> {
  let status = 200
  const keys = createRemoteJWKSet(new URL(jwksUrl), {
    [customFetch]: async (url, init) => {
      const answer = await fetch(url, init)
      status = answer.status
      return answer
    },
  })
  const { payload } = await jwtVerify(idToken, keys, {
    issuer,
    audience: clientId,
    algorithms: ['RS256'],
    clockTolerance: CLOCK_TOLERANCE,
    maxTokenAge: MAX_TOKEN_AGE,
    requiredClaims: ['sub', 'exp', 'iat'],
    currentDate: now(),
  }).catch((error: unknown) => {
    throw isTokenFault(error) ? tokenFault(error) : keysFault(error, status)
  })
  if (typeof payload.sub !== 'string' || payload.sub === '') throw NO_SUBJECT
  return { ...payload, sub: payload.sub }
}

/** Undefined if Salesforce refuses the token. */
export async function fetchUserinfo(
  { issuer, fetch }: SalesforceProvider,
  accessToken: string,
): Promise<Record<string, unknown> | undefined> {
  const answer = await fetch(`${issuer}/services/oauth2/userinfo`, {
    headers: { authorization: `Bearer ${accessToken}`, accept: 'application/json' },
  }).catch((error: unknown) => {
    throw callFaultOf(USERINFO, error, 'SALESFORCE_ISSUER')
  })
  if (REFUSED.has(answer.status)) return undefined
  if (!answer.ok) throw statusFault(USERINFO, answer.status, 'SALESFORCE_ISSUER')
  const claims: unknown = await answer.json().catch((error: unknown) => {
    throw error instanceof SyntaxError ? NO_JSON : callFaultOf(USERINFO, error, 'SALESFORCE_ISSUER')
  })
  if (typeof claims !== 'object' || claims === null) throw NO_JSON
  return { ...claims }
}

/** How an OAuth resource refuses a token; some use 400 and 403. */
const REFUSED = new Set([400, 401, 403])

const KEYS = 'Salesforce’s keys can’t be fetched'
const USERINFO = 'Salesforce’s userinfo can’t be fetched'
const NO_JSON = lasting(
  'Salesforce’s userinfo can’t be used. The response isn’t a JSON object. Check SALESFORCE_ISSUER',
)
const NO_SUBJECT = lasting(
  'the id token names no user (sub). Check the connected app in Salesforce',
)

function isTokenFault(error: unknown): error is Error {
  return (
    error instanceof errors.JOSEError &&
    !['ERR_JOSE_GENERIC', 'ERR_JWKS_TIMEOUT', 'ERR_JWKS_INVALID'].includes(error.code)
  )
}

function keysFault(error: unknown, status: number): SalesforceFault {
  if (status !== 200) return statusFault(KEYS, status, 'SALESFORCE_JWKS_URL')
  const isOfAnswer =
    error instanceof errors.JWKSInvalid ||
    (error instanceof errors.JOSEError && error.code === 'ERR_JOSE_GENERIC')
  if (isOfAnswer)
    return lasting(
      'Salesforce’s keys can’t be used. The response isn’t a list of keys. Check SALESFORCE_JWKS_URL',
    )
  return callFaultOf(KEYS, error, 'SALESFORCE_JWKS_URL')
}

function statusFault(what: string, status: number, setting: string): SalesforceFault {
  const text = `${what}. Salesforce responded with status ${status}.`
  if (isPassingStatus(status))
    return new SalesforceFault('unavailable', `${text} ${AGAIN} Salesforce’s status page`)
  return lasting(`${text} Check ${setting}`)
}

function callFaultOf(what: string, error: unknown, setting: string): SalesforceFault {
  const fault = callFault(error)
  const text = `${what}. ${CALL_FAULTS[fault][0].replace(/the provider/i, 'Salesforce')}`
  if (isPassing(fault))
    return new SalesforceFault('unavailable', `${text} ${AGAIN} ${setting} and ${NETWORK}`)
  return lasting(`${text} Check ${setting} and ${NETWORK}`)
}

function lasting(text: string): SalesforceFault {
  return new SalesforceFault('misconfigured', text)
}

const AGAIN = 'Start again. If it happens again, check'
const NETWORK = 'the network between Waymark and Salesforce'
const APP = 'Check the connected app in Salesforce'

/** Why the token was refused, and what to do. The library’s text explains neither. */
function tokenFault(error: Error): SalesforceFault {
  if (error instanceof errors.JWTClaimValidationFailed || error instanceof errors.JWTExpired)
    return claimFault(error)
  if (error instanceof errors.JOSEAlgNotAllowed)
    return lasting(`the id token isn’t signed with RS256. ${APP}`)
  const isOfKeys =
    error instanceof errors.JWSSignatureVerificationFailed ||
    error instanceof errors.JWKSNoMatchingKey ||
    error instanceof errors.JWKSMultipleMatchingKeys
  return isOfKeys
    ? lasting(
        'the id token isn’t signed with one of Salesforce’s keys. Check SALESFORCE_JWKS_URL and SALESFORCE_ISSUER',
      )
    : lasting(`the id token isn’t a signed token (JWT). ${APP}`)
}

function claimFault({ claim, payload }: { claim: string; payload: JWTPayload }): SalesforceFault {
  const value = providerText(JSON.stringify(payload[claim] ?? 'missing'))
  if (claim === 'iss')
    return lasting(`the id token is from another issuer (iss ${value}). Check SALESFORCE_ISSUER`)
  if (claim === 'aud')
    return lasting(
      `the id token is for another client (aud ${value}). Check SALESFORCE_CLIENT_ID against the connected app in Salesforce`,
    )
  if (claim === 'sub') return NO_SUBJECT
  if (payload[claim] === undefined) return lasting(`the id token has no ${claim}. ${APP}`)
  return new SalesforceFault(
    'refused',
    `the id token is not valid at this time (${claim} ${value}). ${AGAIN} the clock of Waymark’s server`,
  )
}
