import * as client from 'openid-client'
import { type ProviderClaims, ContextNotMet, requireContext } from './provider-claims.ts'
import type { OutgoingFetch } from './outgoing.ts'
import { CLOCK_TOLERANCE, idTokenFault } from './id-token-rules.ts'
import { callFault, isLasting } from './call-fault.ts'

export type OpenidSettings = {
  issuer: string
  clientId: string
  clientSecret: string | undefined
  /** The same at the start and the end of a sign-in. */
  callbackUrl: string
  /** The `acr` values that are requested; one must be confirmed. Empty: any. */
  requiredContexts: string[]
  fetch: OutgoingFetch
  /** Allows providers without TLS, for development. */
  isInsecureAllowed: boolean
}

export type OpenidRequest = { state: string; nonce: string; verifier: string }

/** Returns the provider's address for the browser, and what to remember until the browser is back. */
export async function startOpenid(settings: OpenidSettings) {
  const { requiredContexts } = settings
  const config = await configure(settings)
  const request = {
    state: client.randomState(),
    nonce: client.randomNonce(),
    verifier: client.randomPKCECodeVerifier(),
  }
  const url = client.buildAuthorizationUrl(config, {
    redirect_uri: settings.callbackUrl,
    scope: 'openid email profile',
    state: request.state,
    nonce: request.nonce,
    code_challenge: await client.calculatePKCECodeChallenge(request.verifier),
    code_challenge_method: 'S256',
    ...(requiredContexts.length > 0 && { acr_values: requiredContexts.join(' ') }),
  })
  return { url, request }
}

/** Redeems the code and verifies the answer. `search` is the query that the browser brought back. */
export async function finishOpenid(
  settings: OpenidSettings,
  search: string,
  { state, nonce, verifier, startedAt }: OpenidRequest & { startedAt: Date },
): Promise<ProviderClaims> {
  const config = await configure(settings)
  const tokens = await client
    .authorizationCodeGrant(config, new URL(`?${search}`, settings.callbackUrl), {
      pkceCodeVerifier: verifier,
      expectedNonce: nonce,
      expectedState: state,
      idTokenExpected: true,
    })
    .catch(explainRefusedClient)
  const claims = tokens.claims()
  if (!claims || tokens.id_token === undefined)
    throw new Error('The provider’s response has no ID token.')
  const fault = idTokenFault({
    idToken: tokens.id_token,
    claims,
    clientId: settings.clientId,
    accessToken: tokens.access_token,
    code: new URLSearchParams(search).get('code') ?? undefined,
    startedAt,
    now: new Date(),
  })
  if (fault !== undefined) throw new Error(fault)
  requireContext(settings.requiredContexts, textOf(claims.acr))
  const info = await completing(config, tokens.access_token, claims)
  const name = [claims, info].flatMap(({ name }) => textOf(name) ?? [])[0]
  return {
    subject: claims.sub,
    email: textOf(claims.email) ?? textOf(info.email),
    isEmailVerified: verdictOf(claims.email_verified ?? info.email_verified),
    name,
    attributes: [...new Set([...Object.keys(claims), ...Object.keys(info)])],
  }
}

// Some providers only return the address, or whether it is verified, on request.
async function completing(
  config: client.Configuration,
  accessToken: string,
  { email, email_verified, sub }: client.IDToken,
): Promise<Partial<client.UserInfoResponse>> {
  const isComplete = textOf(email) !== undefined && email_verified !== undefined
  const hasUserinfo = config.serverMetadata().userinfo_endpoint !== undefined
  return isComplete || !hasUserinfo ? {} : await client.fetchUserInfo(config, accessToken, sub)
}

// The library doesn't name the most common fault of new connections.
function explainRefusedClient(error: unknown): never {
  const isRefused =
    error instanceof client.WWWAuthenticateChallengeError ||
    (error instanceof client.ResponseBodyError && error.error === 'invalid_client')
  if (!isRefused) throw error
  throw new Error('the provider refused the client ID or secret', { cause: error })
}

/** The standard error for `acr_values` that can't be met. */
const UNMET = 'unmet_authentication_requirements'

/** Maps a failure of the two functions above to the reason that the user sees. */
export function openidFault(
  error: unknown,
): 'cancelled' | 'unavailable' | 'unreachable' | 'rejected' | 'too-weak' {
  if (isLasting(callFault(error))) return 'unreachable'
  if (error instanceof ContextNotMet) return 'too-weak'
  if (error instanceof client.AuthorizationResponseError) {
    if (error.error === UNMET) return 'too-weak'
    return error.error === 'access_denied' ? 'cancelled' : 'unavailable'
  }
  // A network failure has no answer to reject.
  const isNetwork =
    error instanceof Error &&
    /fetch failed|timed? ?out|aborted/i.test(`${error.message} ${causeOf(error)}`)
  return isNetwork ? 'unavailable' : 'rejected'
}

function causeOf({ cause }: Error): string {
  return cause instanceof Error ? cause.message : ''
}

// Discovered for each sign-in, so that changed keys and addresses apply immediately.
async function configure(settings: OpenidSettings): Promise<client.Configuration> {
  const { clientSecret: secret } = settings
  return await client.discovery(
    new URL(settings.issuer),
    settings.clientId,
    { [client.clockTolerance]: CLOCK_TOLERANCE },
    secret === undefined ? client.None() : secretInHeader(secret),
    {
      [client.customFetch]: (url, init) => settings.fetch(url, init),
      execute: [
        client.enableNonRepudiationChecks,
        ...(settings.isInsecureAllowed ? [client.allowInsecureRequests] : []),
      ],
    },
  )
}

/**
 * Like `ClientSecretBasic` of the library, which also encodes `-._~`. The standard allows both, but some providers, such
 * as LemonLDAP::NG, don't decode.
 */
function secretInHeader(secret: string): client.ClientAuth {
  return (_server, { client_id }, _body, headers) => {
    const credentials = `${encodeURIComponent(client_id)}:${encodeURIComponent(secret)}`
    headers.set('authorization', `Basic ${btoa(credentials)}`)
  }
}

// Some providers send it as text. Everything but true counts as false.
function verdictOf(value: unknown): boolean | undefined {
  return value === undefined ? undefined : value === true || value === 'true'
}

export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}
