import * as client from 'openid-client'
import type { OutgoingFetch } from './outgoing.ts'
import { WeakAnswer, requireContext } from './required-context.ts'

export type OpenidSettings = {
  issuer: string
  clientId: string
  clientSecret: string | undefined
  /** Where the provider sends people back to: the same at the start and at the end. */
  callbackUrl: string
  /** Values of `acr` that are asked for, one of which must be answered; none: any will do. */
  requiredContexts: string[]
  fetch: OutgoingFetch
  /** Development only: providers without TLS. */
  isInsecureAllowed: boolean
}

/** What a provider says about a person. */
export type Claimed = {
  subject: string
  email: string | undefined
  isEmailVerified: boolean | undefined
  name: string | undefined
}

export type OpenidRequest = { state: string; nonce: string; verifier: string }

/** Seconds that the provider's clock may differ from ours. */
const CLOCK_TOLERANCE = 30

/** The address to send the browser to, and what to remember until it comes back. */
export async function startOpenid(
  settings: OpenidSettings,
): Promise<{ url: URL; request: OpenidRequest }> {
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

/** Redeems the code and verifies everything that came with it; `search` is the query that the browser brought. */
export async function finishOpenid(
  settings: OpenidSettings,
  search: string,
  { state, nonce, verifier }: OpenidRequest,
): Promise<Claimed> {
  const config = await configure(settings)
  const tokens = await client.authorizationCodeGrant(
    config,
    new URL(`?${search}`, settings.callbackUrl),
    {
      pkceCodeVerifier: verifier,
      expectedNonce: nonce,
      expectedState: state,
      idTokenExpected: true,
    },
  )
  const claims = tokens.claims()
  if (!claims) throw new Error('There is no id token.')
  requireContext(settings.requiredContexts, textOf(claims.acr))
  // Some providers tell the address only when asked for it.
  const told =
    claims.email === undefined
      ? await client.fetchUserInfo(config, tokens.access_token, claims.sub)
      : claims
  return {
    subject: claims.sub,
    email: textOf(told.email),
    isEmailVerified: verdictOf(told.email_verified),
    name: textOf(told.name),
  }
}

/** OpenID Connect Core, Unmet Authentication Requirements: what a provider may answer to `acr_values`. */
const UNMET = 'unmet_authentication_requirements'

/** What a failure of the two above means to the person who waits. */
export function openidFault(error: unknown): 'cancelled' | 'unavailable' | 'rejected' | 'too-weak' {
  if (error instanceof WeakAnswer) return 'too-weak'
  if (error instanceof client.AuthorizationResponseError) {
    if (error.error === UNMET) return 'too-weak'
    return error.error === 'access_denied' ? 'cancelled' : 'unavailable'
  }
  // Whatever the provider did answer was looked at and refused; a TypeError comes from the network.
  const isNetwork =
    error instanceof Error &&
    /fetch failed|timed? ?out|aborted/i.test(`${error.message} ${causeOf(error)}`)
  return isNetwork ? 'unavailable' : 'rejected'
}

function causeOf({ cause }: Error): string {
  return cause instanceof Error ? cause.message : ''
}

// Discovered anew each time: changed keys and addresses count at once, and nothing is kept between requests.
async function configure(settings: OpenidSettings): Promise<client.Configuration> {
  const config = await client.discovery(
    new URL(settings.issuer),
    settings.clientId,
    { [client.clockTolerance]: CLOCK_TOLERANCE },
    authentication(settings.clientSecret),
    {
      [client.customFetch]: (url, init) => settings.fetch(url, init),
      execute: [
        client.enableNonRepudiationChecks,
        ...(settings.isInsecureAllowed ? [client.allowInsecureRequests] : []),
      ],
    },
  )
  return config
}

function authentication(secret: string | undefined) {
  return secret === undefined ? client.None() : client.ClientSecretBasic(secret)
}

// Some providers write it as text; whatever else they say is no yes.
function verdictOf(value: unknown): boolean | undefined {
  return value === undefined ? undefined : value === true || value === 'true'
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}
