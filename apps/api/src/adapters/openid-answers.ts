import type { JWTPayload } from 'jose'
import { NO_PARTY, PARTY } from './id-token-rules.ts'
import { providerText } from './provider-claims.ts'

/** What the library found in an answer, and at which address. */
export type About = {
  address: string
  type: string
  expected?: unknown
  claims?: JWTPayload
  header?: { alg?: unknown; kid?: unknown }
  /** The algorithm that the library doesn’t have, and what the provider announces. */
  alg?: unknown
  announced?: unknown
  body?: Record<string, unknown>
  parameters?: URLSearchParams
}

/** What is wrong with an answer, and what to do about it. */
export type AnswerFault = { what: string; whatToDo: string; isPassing: boolean }

/** By the library’s text, which explains nothing to people. */
export function answerFault(said: string, about: About): AnswerFault | undefined {
  for (const [pattern, what, whatToDo, passing] of FAULTS) {
    const match = pattern.exec(said)
    if (match)
      return { what: what(about, match[1] ?? ''), whatToDo, isPassing: passing !== undefined }
  }
  return undefined
}

const AT = 'at the provider'
const FLOW = `Set Waymark’s application ${AT} to the authorisation code flow only (response type code).`
const ISSUER = `“Provider address” in the connection exactly the same as the issuer of Waymark’s application ${AT}.`
const STANDARD =
  'The provider, or a proxy in between, doesn’t follow the OpenID standard. Look for this response in the provider’s log.'
const CLOCKS = 'check the clocks of the provider and of Waymark, and how long id tokens are valid.'
export const PUBLISHED =
  'Check that the provider publishes the keys that sign id tokens at its jwks_uri, each with its own key ID (kid).'
export const ALGORITHMS =
  'Set the provider to sign id tokens with RS256, PS256 or ES256 for Waymark’s application, and to announce that algorithm (id_token_signing_alg_values_supported).'

type Row = [
  said: RegExp,
  what: (about: About, name: string) => string,
  whatToDo: string,
  passing?: 'a second try may help, or someone attacks',
]
const PASSING = 'a second try may help, or someone attacks'

/** In the order in which the library checks. */
const FAULTS: Row[] = [
  [
    /"iss" \(issuer\) missing/,
    () =>
      'the provider’s response has no iss, which its configuration announces (authorization_response_iss_parameter_supported)',
    'Set the provider, and any proxy between it and Waymark, to send iss, or set the provider not to announce it.',
  ],
  [
    /"iss" \(issuer\) response parameter/,
    ({ expected, parameters }) =>
      `the response is from a different provider (iss ${shown(parameters?.get('iss'))}, expected ${shown(expected)})`,
    `make ${ISSUER}`,
    PASSING,
  ],
  [
    /^"(\w+)" parameter must be provided only once/,
    (_, name) => `the provider’s response has ${name} more than once`,
    'look for a proxy that changes addresses.',
    PASSING,
  ],
  [
    /JARM/,
    () => 'the provider’s response is signed as a whole (JARM)',
    `Set Waymark’s application ${AT} to respond with plain parameters (response mode query).`,
  ],
  [
    /implicit and hybrid/,
    () => 'the provider’s response has an id token or access token (implicit or hybrid flow)',
    FLOW,
  ],
  [/no authorization code/, () => 'the provider’s response has no authorisation code', FLOW],
  [
    /"as\.(\w+)"/,
    (_, name) => `the provider’s configuration names no usable ${name}`,
    'Set the provider to publish the full address.',
  ],
  [
    /only requests to HTTPS?/i,
    () => 'the provider’s configuration names an address without https',
    'Set the provider to publish https addresses only.',
  ],
  [
    /unexpected "response" body "sub"/,
    () => 'the response is about a different user from the id token, or about no user (sub)',
    'look at the provider’s log.',
    PASSING,
  ],
  [
    /body as JSON|content-type|"response" body must be/,
    ({ address, type }) =>
      `the provider’s response isn’t a JSON object (${shown(address)}, ${shown(type)})`,
    STANDARD,
  ],
  [
    /"id_token" property/,
    () => 'the provider’s response has no id token',
    `Allow Waymark’s application the scope openid ${AT}.`,
  ],
  [
    /token_type/,
    ({ body }) =>
      `the provider’s access token has the wrong type (token_type ${shown(body?.['token_type'])})`,
    'Set the provider to send access tokens of the token_type Bearer.',
  ],
  [
    /"access_token" property/,
    ({ address }) => `the provider’s response has no access_token (${shown(address)})`,
    STANDARD,
  ],
  [
    /"keys" property/,
    ({ address }) => `the provider’s response has no list of keys (${shown(address)})`,
    PUBLISHED,
  ],
  [
    /"response" body "(\w+)" property/,
    ({ address }, name) => `the provider’s response has no valid ${name} (${shown(address)})`,
    STANDARD,
  ],
  [
    /JWE decryption/,
    () => 'the id token is encrypted, and Waymark has no key for it',
    `Turn off the encryption of id tokens for Waymark’s application ${AT} (id_token_encrypted_response_alg).`,
  ],
  [
    /^Invalid JWT$|JWT (Header|Payload)( body| must)|correctly encoded|JWT UserInfo/,
    ({ address, type }) =>
      `the provider’s token isn’t a signed id token (${shown(address)}, ${shown(type)})`,
    STANDARD,
  ],
  [
    /configuration to verify used JWT "alg"/,
    () => 'the id token is signed, but the provider announces no algorithm for signing',
    ALGORITHMS,
  ],
  [
    /"alg"|JWS algorithm/,
    ({ header, alg, expected, announced }) =>
      `the id token is signed with ${shown(header?.alg ?? alg)}${alg === undefined ? ', but' : ', which Waymark doesn’t accept, and'} the provider announces ${shown(expected ?? announced ?? 'nothing')}`,
    ALGORITHMS,
  ],
  [
    /"crit"/,
    () => 'the id token needs extensions that Waymark doesn’t support (crit)',
    'Set the provider to send id tokens without these extensions.',
  ],
  [
    /"nonce" \(nonce\) claim missing/,
    () => 'the id token has no nonce',
    'Set the provider to put the nonce of the sign-in into the id token.',
  ],
  [
    /"nonce"/,
    () => 'the id token’s nonce doesn’t match the sign-in',
    'make sure that the provider puts the nonce of the sign-in into the id token unchanged.',
    PASSING,
  ],
  [
    /^JWT "(\w+)" \([\w ]+\) claim missing/,
    (_, name) => `the id token has no ${name}`,
    'Set the provider to send it.',
  ],
  [
    /JWT "(\w+)" \([\w ]+\) claim type|"(?:auth_time)"/,
    ({ claims }, name) =>
      `the id token’s ${name || 'auth_time'} has the wrong type (${shown(claims?.[name || 'auth_time'])})`,
    STANDARD,
  ],
  [/"exp"/, ({ claims }) => `the id token has expired (exp ${time(claims?.exp)})`, CLOCKS, PASSING],
  [
    /"nbf"/,
    ({ claims }) => `the id token is not yet valid (nbf ${time(claims?.nbf)})`,
    CLOCKS,
    PASSING,
  ],
  [
    /JWT "iss"/,
    ({ claims, expected }) =>
      `the id token is from another issuer (iss ${shown(claims?.iss)}, expected ${shown(expected)})`,
    `Make ${ISSUER}`,
  ],
  [
    /unexpected JWT "aud"/,
    ({ claims, expected }) =>
      `the id token is for another client (aud ${shown(claims?.aud)}, expected ${shown(expected)})`,
    `Check the connection’s client ID against Waymark’s application ${AT}.`,
  ],
  [/"aud"/, () => NO_PARTY.what, NO_PARTY.whatToDo],
  [/"azp"/, () => PARTY.what, PARTY.whatToDo],
  [
    /no applicable keys/,
    ({ header }) =>
      `the provider publishes no key for the id token (${shown(header?.alg)}, kid ${shown(header?.kid)})`,
    PUBLISHED,
  ],
  [
    /multiple applicable keys/,
    ({ header }) =>
      `the provider publishes several keys for the id token (${shown(header?.alg)}, kid ${shown(header?.kid)})`,
    PUBLISHED,
  ],
  [
    /signature verification failed/,
    () => 'the id token isn’t signed with the key that the provider publishes',
    PUBLISHED,
  ],
  [
    /modulusLength|namedCurve|hash name|CryptoKey|JWK key type|key ?data|runtime/i,
    () =>
      'the key that the provider publishes can’t be used: it is damaged, or an RSA key of fewer than 2048 bits',
    'Publish a valid key for RS256, PS256 or ES256 at the provider’s jwks_uri, and sign id tokens with it.',
  ],
  [
    /"issuer"|expected issuer/,
    ({ body, expected }) =>
      `the provider names another issuer (${shown(body?.['issuer'])}, expected ${shown(expected)})`,
    'Make “Provider address” in the connection exactly the same as the provider’s issuer.',
  ],
]

export function shown(value: unknown): string {
  if (value === undefined || value === null || value === '') return 'missing'
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return providerText(Array.isArray(value) ? value.map(String).join(', ') : text)
}

function time(seconds: unknown): string {
  const date = new Date(Number(seconds) * 1000)
  return Number.isNaN(date.getTime()) ? shown(seconds) : date.toISOString()
}
