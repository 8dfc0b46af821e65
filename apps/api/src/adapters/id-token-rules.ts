import { createHash } from 'node:crypto'
import { type JWTPayload, decodeProtectedHeader } from 'jose'
import { isVisible } from './provider-claims.ts'
import { lasting, passing } from './provider-fault.ts'

/** Seconds. */
export const CLOCK_TOLERANCE = 30

type IdToken = {
  /** As it was signed. The library has verified it. */
  idToken: string
  claims: JWTPayload
  clientId: string
  accessToken: string
  /** The authorisation code, if the server redeemed it. */
  code?: string | undefined
  /** When this browser started to sign in; undefined for a renewal. */
  startedAt: Date | undefined
  now: Date
}

type Fault = ReturnType<typeof lasting | typeof passing>

/** What the libraries don't check of an id token (OpenID Connect Core, 3.1.3.7 and 3.3.2). */
export function idTokenFault(token: IdToken): Fault | undefined {
  const { claims, clientId, accessToken, code, idToken } = token
  const party = partyFault(claims, clientId)
  if (party !== undefined) return party
  // All users without a subject would share one account.
  if (!isVisible(claims.sub ?? ''))
    return lasting(
      'the id token names no user (sub). Set the provider to send an ID for each user.',
    )
  if (!isHashOf(claims.at_hash, accessToken, idToken))
    return passing('the access token doesn’t match the id token (at_hash).', CHANGES)
  if (code !== undefined && !isHashOf(claims.c_hash, code, idToken))
    return passing('the code doesn’t match the id token (c_hash).', CHANGES)
  return timeFault(token)
}

const CHANGES = 'check whether a proxy between the provider and Waymark changes responses.'
const CLOCK = 'check the clocks of the provider and of Waymark.'

export const PARTY = {
  what: 'the id token was issued to another party (azp)',
  whatToDo: 'Check the connection’s client ID against Waymark’s application at the provider.',
}

export const NO_PARTY = {
  what: 'the id token is for several clients (aud) and names no authorised party (azp is missing)',
  whatToDo: 'Set the provider to issue id tokens for Waymark’s application alone, or to send azp.',
}

export function partyFault({ azp, aud }: JWTPayload, clientId: string): Fault | undefined {
  const isForSeveral = Array.isArray(aud) && aud.length > 1
  if (azp === clientId || (azp === undefined && !isForSeveral)) return undefined
  const { what, whatToDo } = azp === undefined ? NO_PARTY : PARTY
  return lasting(`${what}. ${whatToDo}`)
}

function timeFault({ claims: { iat }, startedAt, now }: IdToken): Fault | undefined {
  if (iat === undefined)
    return lasting('the id token has no time of issue (iat). Set the provider to send it.')
  if (iat > now.getTime() / 1000 + CLOCK_TOLERANCE)
    return passing('the id token was issued in the future (iat).', CLOCK)
  if (startedAt && iat < startedAt.getTime() / 1000 - CLOCK_TOLERANCE)
    return passing('the id token is older than the sign-in (iat).', CLOCK)
  return undefined
}

/** Without a hash there is nothing to compare. */
function isHashOf(hash: unknown, value: string, idToken: string): boolean {
  if (hash === undefined) return true
  const { alg = '' } = decodeProtectedHeader(idToken)
  const bits = /(256|384|512)$/.exec(alg)?.[0] ?? '512'
  const digest = createHash(`sha${bits}`).update(value, 'ascii').digest()
  return digest.subarray(0, digest.length / 2).toString('base64url') === hash
}
