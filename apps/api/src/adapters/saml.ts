import { randomBytes } from 'node:crypto'
import type { ProviderClaims } from './provider-claims.ts'
import { openSaml } from './saml-library.ts'
import type { run } from './saml-worker.ts'
import { type Threads, type ThreadWork, ThreadsBusy } from './threads.ts'
import { XmlFault, type XmlTag, attributeOf, xmlTags } from './xml-tags.ts'

export type SamlSettings = {
  /** The provider's entity id. */
  issuer: string
  entryPoint: string
  /** One or more, in PEM. */
  certificate: string
  /** Our entity id, which the answer must be for. */
  entityId: string
  callbackUrl: string
  /** The AuthnContextClassRef values that are requested; one must be confirmed. Empty: any. */
  requiredContexts: string[]
}

/** The request that the answer must name. */
export type SamlRequest = { id: string; createdAt: Date }

/** Real responses have up to 20 KB, with hundreds of groups. */
const MAX_BYTES = 64 * 1024
const LIMITS = { tags: 2000, depth: 30 }

const VERIFY: ThreadWork<typeof run> = {
  module: new URL('saml-worker.ts', import.meta.url),
  megabytes: 64,
  milliseconds: 2000,
}

/** Returns the provider's address for the browser, and the id of the request. */
export async function startSaml(settings: SamlSettings, relayState: string) {
  const requestId = `_${randomBytes(20).toString('hex')}`
  const saml = openSaml(settings, { id: requestId, createdAt: new Date() })
  const url = await saml.getAuthorizeUrlAsync(relayState, undefined, {})
  return { url: new URL(url), requestId }
}

type Reason = 'cancelled' | 'rejected' | 'too-weak' | 'unavailable'

class SamlRefusal extends Error {
  readonly reason: Reason

  constructor(reason: Reason, message: string) {
    super(message)
    this.reason = reason
  }
}

/** Anyone can post a response, so it is measured before a thread parses and verifies it. */
export async function finishSaml(
  threads: Threads,
  settings: SamlSettings,
  samlResponse: string,
  request: SamlRequest,
): Promise<ProviderClaims> {
  const tags = tagsOf(Buffer.from(samlResponse, 'base64'))
  const outcome = await threads.run(VERIFY, { settings, samlResponse, request })
  if ('claimed' in outcome) return outcome.claimed
  throw new SamlRefusal(reasonOf(tags, outcome.isTooWeak), outcome.fault)
}

/** The reason that the user sees. */
export function samlFault(error: unknown): Reason {
  if (error instanceof SamlRefusal) return error.reason
  return error instanceof ThreadsBusy ? 'unavailable' : 'rejected'
}

function tagsOf(response: Buffer): XmlTag[] {
  if (response.length > MAX_BYTES)
    throw new XmlFault('The provider’s response is larger than 64 KB.')
  const tags = [...xmlTags(response.toString('utf8'), LIMITS)]
  // The library verifies with any algorithm that the answer names, even SHA-1.
  const signed = tags.filter(({ name }) => name === 'SignatureMethod' || name === 'DigestMethod')
  if (signed.some((tag) => !tag.isEnd && !STRONG.has(attributeOf(tag, 'Algorithm') ?? '')))
    throw new Error(
      'The provider’s response is signed with an unsafe algorithm. Use SHA-256 or stronger.',
    )
  return tags
}

const STRONG = new Set([
  ...['rsa', 'ecdsa'].flatMap((kind) =>
    [256, 384, 512].map((bits) => `http://www.w3.org/2001/04/xmldsig-more#${kind}-sha${bits}`),
  ),
  'http://www.w3.org/2001/04/xmlenc#sha256',
  'http://www.w3.org/2001/04/xmlenc#sha512',
  'http://www.w3.org/2001/04/xmldsig-more#sha384',
])

// Providers rarely sign a refusal, so the library ignores it. It only chooses the message.
function reasonOf(tags: XmlTag[], isTooWeak: boolean): Reason {
  const hasUser = tags.some(({ name }) => name === 'Assertion' || name === 'EncryptedAssertion')
  const code = tags.findLast(({ name, isEnd }) => name === 'StatusCode' && !isEnd)
  const status = code && !hasUser && attributeOf(code, 'Value')
  const isStatus = (name: string) => status === `urn:oasis:names:tc:SAML:2.0:status:${name}`
  // The status of a provider that can't meet the required context.
  if (isTooWeak || isStatus('NoAuthnContext')) return 'too-weak'
  return isStatus('AuthnFailed') || isStatus('RequestDenied') ? 'cancelled' : 'rejected'
}
