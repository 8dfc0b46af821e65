import { isIP } from 'node:net'
import { Agent, fetch, type RequestInit } from 'undici'
import { type LookupAll, createCheckedLookup } from './checked-lookup.ts'
import { PrivateAddressError } from './private-address-error.ts'
import { allowedBy } from './trusted-networks.ts'

/** Other servers may be slow or send endlessly. */
const TIMEOUT_MS = 5000
/** Keys and a user with 2,000 groups need less. JSON of this length stops other requests for 50 ms at most. */
const MAX_KB = 128

export type OutgoingFetch = (url: string, init?: object) => Promise<Response>

/**
 * Fetches from addresses that organisations entered: https, and public or trusted by the operator, unless for
 * development; no redirects, a timeout, at most 128 KB.
 */
export function createOutgoingFetch({
  isStrict,
  trusted = [],
  lookup,
  timeoutMs = TIMEOUT_MS,
}: {
  isStrict: boolean
  /** `TRUSTED_PROVIDER_NETWORKS`. */
  trusted?: readonly string[]
  lookup?: LookupAll
  timeoutMs?: number
}): OutgoingFetch {
  const dispatcher = new Agent({
    connect: {
      timeout: timeoutMs,
      ...(isStrict && { lookup: createCheckedLookup(allowedBy(trusted), lookup) }),
    },
    // Connections aren't shared between calls.
    pipelining: 0,
  })
  return async (url, init = {}) => {
    if (isStrict) refusePrivate(url, trusted)
    const answer = await fetch(url, {
      ...(init as RequestInit),
      dispatcher,
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    })
    const body = await readLimited(answer.body)
    return new Response(body.length > 0 ? new Uint8Array(body) : null, {
      status: answer.status,
      headers: [...answer.headers],
    })
  }
}

/** Throws for a forbidden address. Host names are checked again after they are resolved. */
export function refusePrivate(address: string, trusted: readonly string[] = []): void {
  refuseInsecure(address)
  // The URL parser normalises every spelling of an IPv4 address. A literal is never resolved.
  const host = new URL(address).hostname.replace(/^\[|\]$/g, '')
  if (isIP(host) !== 0 && !allowedBy(trusted)(host, host)) throw new PrivateAddressError()
  // Names that are never public. With trusted networks, the addresses that they resolve to decide.
  const isLocal = /(^|\.)(localhost|local|internal|home\.arpa)\.?$/.test(host)
  if (isLocal && trusted.length === 0) throw new PrivateAddressError()
}

/** Enough for an address that only browsers open. */
export function refuseInsecure(address: string): void {
  const url = new URL(address)
  if (url.protocol !== 'https:')
    throw withCode('INSECURE_ADDRESS', 'The address must start with https://.')
  if (url.username !== '' || url.password !== '')
    throw withCode('INSECURE_ADDRESS', 'The address must not contain a user name or password.')
}

function withCode(code: string, message: string): Error {
  return Object.assign(new Error(message), { code })
}

async function readLimited(body: AsyncIterable<Uint8Array> | null): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body ?? []) {
    size += chunk.length
    if (size > MAX_KB * 1024)
      throw withCode('RESPONSE_TOO_LARGE', `The response is larger than ${MAX_KB} KB.`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
