import * as client from 'openid-client'
import {
  type ProviderClaims,
  addressIn,
  isName,
  requireContext,
  subjectFault,
} from './provider-claims.ts'
import type { OutgoingFetch } from './outgoing.ts'
import { CLOCK_TOLERANCE, idTokenFault } from './id-token-rules.ts'
import {
  type Where,
  explainConfiguration,
  explainOpenid,
  explainUserinfo,
} from './openid-faults.ts'
import { type AnswerFault, shown } from './openid-answers.ts'
import { addressesFault, keysFault } from './openid-metadata.ts'
import { OpenidRefusal, isAtKeys } from './openid-refusal.ts'

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
  const where = startOf(settings)
  return await openPage(settings, where).catch((error: unknown) =>
    explainConfiguration(error, where),
  )
}

async function openPage(settings: OpenidSettings, where: Where) {
  const { requiredContexts } = settings
  const config = await configure(settings, where)
  refuseAddresses(settings, config)
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
  const where = startOf(settings)
  const config = await configure(settings, where).catch((error) =>
    explainConfiguration(error, where),
  )
  refuseAddresses(settings, config)
  where.metadata = config.serverMetadata()
  const tokens = await client
    .authorizationCodeGrant(config, new URL(`?${search}`, settings.callbackUrl), {
      pkceCodeVerifier: verifier,
      expectedNonce: nonce,
      expectedState: state,
      idTokenExpected: true,
    })
    .catch((error: unknown) => explainOpenid(error, where))
  const claims = tokens.claims()
  // The library refuses it before.
  if (!claims || tokens.id_token === undefined) throw new Error('The response has no id token.')
  const fault = idTokenFault({
    idToken: tokens.id_token,
    claims,
    clientId: settings.clientId,
    accessToken: tokens.access_token,
    code: new URLSearchParams(search).get('code') ?? undefined,
    startedAt,
    now: new Date(),
  })
  if (fault) throw new OpenidRefusal(fault.reason, fault.text)
  const unusable = subjectFault(claims.sub)
  if (unusable !== undefined) throw new OpenidRefusal('misconfigured', `${unusable} (sub)`)
  const acr = textOf(claims.acr)
  requireContext(settings.requiredContexts, acr === undefined ? [] : [acr])
  const info = await completing(config, tokens.access_token, claims).catch((error) =>
    explainUserinfo(error, where),
  )
  return {
    subject: claims.sub,
    ...emailIn(claims, info),
    name: nameIn(claims) ?? nameIn(info),
    attributes: [...new Set([...Object.keys(claims), ...Object.keys(info)])],
  }
}

// Some providers only return the address, or whether it is verified, on request.
async function completing(
  config: client.Configuration,
  accessToken: string,
  { email, email_verified, sub }: client.IDToken,
): Promise<Partial<client.UserInfoResponse>> {
  const isComplete = textOf(email) !== undefined && (email_verified ?? undefined) !== undefined
  const hasUserinfo = config.serverMetadata().userinfo_endpoint !== undefined
  return isComplete || !hasUserinfo ? {} : await client.fetchUserInfo(config, accessToken, sub)
}

// Before they are called or opened, and a password in one gets into a log.
function refuseAddresses(settings: OpenidSettings, config: client.Configuration) {
  const fault = addressesFault({ ...config.serverMetadata() }, settings.isInsecureAllowed)
  if (fault) throw refusalOf(fault)
}

function refusalOf({ what, whatToDo }: AnswerFault): OpenidRefusal {
  return new OpenidRefusal('misconfigured', `${what}. ${whatToDo}`)
}

async function refusePrivateKeys(answer: Response) {
  const fault = keysFault(
    await answer
      .clone()
      .json()
      .catch(() => undefined),
  )
  if (fault) throw refusalOf(fault)
}

function startOf({ issuer: address }: OpenidSettings): Where {
  return { address, status: 200, type: '', metadata: {} }
}

// Discovered for each sign-in, so that changed keys and addresses apply immediately.
async function configure(settings: OpenidSettings, where: Where): Promise<client.Configuration> {
  const { clientSecret: secret } = settings
  return await client.discovery(
    new URL(settings.issuer),
    settings.clientId,
    { [client.clockTolerance]: CLOCK_TOLERANCE },
    secret === undefined ? client.None() : secretInHeader(secret),
    {
      [client.customFetch]: async (url, init) => {
        where.address = url
        const answer = await settings.fetch(url, init)
        where.status = answer.status
        where.type = answer.headers.get('content-type') ?? ''
        if (isAtKeys(where)) await refusePrivateKeys(answer)
        return answer
      },
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

// Some providers send it as text.
function verdictOf(value: unknown): boolean | undefined {
  if (value === undefined || typeof value === 'boolean') return value
  const text = textOf(value)?.toLowerCase()
  if (text === 'true' || text === 'false') return text === 'true'
  throw new OpenidRefusal(
    'misconfigured',
    `email_verified is neither true nor false (${shown(value)}). Set the provider to send it as true or false`,
  )
}

// What is said of the address counts where it comes from.
function emailIn(claims: client.IDToken, info: Partial<client.UserInfoResponse>) {
  const [own, other] = textOf(claims.email) === undefined ? [info, claims] : [claims, info]
  const given: unknown = [own.email, other.email].find((one) => (one ?? '') !== '')
  return {
    email: addressOf(given),
    isEmailVerified: verdictOf(own.email_verified ?? other.email_verified),
  }
}

// A list of addresses is none, and is refused as that.
function addressOf(given: unknown): string | undefined {
  if (given === undefined) return undefined
  return typeof given === 'string' ? addressIn(given) : JSON.stringify(given)
}

// Some providers send the address as the name, or only its parts.
function nameIn({ name, given_name, family_name }: Partial<client.UserInfoResponse>) {
  const parts = [given_name, family_name].flatMap((part) => textOf(part)?.trim() || [])
  return [textOf(name)?.trim() ?? '', parts.join(' ')].find(isName)
}

export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}
