import type { FastifyRequest } from 'fastify'
import { providerText } from '#adapters/provider-claims.ts'
import { SsoFailure } from './sso-failure.ts'

// How a SAML provider answers other than by a form. Nothing of such an answer is read.

const USE_POST = 'Set the provider to use the HTTP-POST binding'

/** Someone who opens the address by hand brings no answer. */
export async function refuseSamlAddress(query: Record<string, unknown>): Promise<never> {
  if (query['SAMLart'] !== undefined) throw wrongBinding('responds with the HTTP-Artifact binding')
  if (query['SAMLResponse'] !== undefined)
    throw wrongBinding('responds with the HTTP-Redirect binding')
  throw new SsoFailure('expired', 'the sign-in is unknown, expired or already used')
}

/** Forms that can’t carry files, as the standard says. */
const FORM = /^application\/x-www-form-urlencoded\s*(;|$)/i
const MEDIA_TYPE = /^[\w.+-]+\/[\w.+-]+$/

/** Lets a body of any type in, also of what is no type, so that a page says what to set. */
export function readAsNothing({ raw }: FastifyRequest): void {
  if (!FORM.test(raw.headers['content-type'] ?? '')) raw.headers['content-type'] = UNREAD
}

const UNREAD = 'application/octet-stream'

/** The provider’s own words are still in the list of headers. */
export function requireForm({ raw: { headers, rawHeaders } }: FastifyRequest): void {
  if (headers['content-type'] !== UNREAD || headers['content-length'] === '0') return
  const at = rawHeaders.findIndex((name, n) => n % 2 === 0 && name.toLowerCase() === 'content-type')
  const type = at < 0 ? '' : providerText(rawHeaders[at + 1] ?? '')
  const bare = type.replace(/\s*;.*/s, '')
  if (type === '') throw wrongBinding('sends its response without a content type')
  throw wrongBinding(
    `sends its response as ${MEDIA_TYPE.test(bare) ? bare : `“${type}”, which isn’t a content type`}`,
  )
}

function wrongBinding(what: string): SsoFailure {
  return new SsoFailure('misconfigured', `the provider ${what}. ${USE_POST}`)
}
