import type { SamlSettings } from './saml.ts'
import { providerText } from './provider-claims.ts'
import {
  MALFORMED,
  type XmlLimits,
  XmlFault,
  type XmlTag,
  attributeOf,
  refuseCharacters,
  textAfter,
  xmlTags,
} from './xml-tags.ts'

/** Real responses have up to 20 KB, with hundreds of groups. */
const MAX_BYTES = 64 * 1024
const LIMITS: XmlLimits = { tags: 2000, depth: 30 }

const STATUS = 'urn:oasis:names:tc:SAML:2.0:status:'
const SUCCESS = `${STATUS}Success`

/** What the provider's administrator has to change. Names of settings are the provider's own. */
const TURN_ON = {
  signature:
    'Sign the assertion. Entra ID: Signing option “Sign SAML assertion”. AD FS: SamlResponseSignature AssertionOnly. Google: turn off “Signed response”. Okta: Assertion Signature “Signed”. Shibboleth: signAssertions. Keycloak: “Sign assertions”.',
  plain:
    'Turn off encryption, because Waymark has no key for it. Entra ID: Token encryption. AD FS: remove the certificate on the tab Encryption. Okta: Assertion Encryption “Unencrypted”. Shibboleth: encryptAssertions. Keycloak: “Encrypt assertions”. Google doesn’t encrypt.',
}

const FEWER =
  'It usually has too many groups. Set the provider to send fewer attributes and groups: Waymark needs the name ID, email and name only.'

/** A response as it was sent. Nothing of it is verified, so it can only lead to a refusal or a new sign-in. */
export type SamlOutline = {
  isSigned: boolean
  hasAssertion: boolean
  isAssertionSigned: boolean
  isEncrypted: boolean
  inResponseTo: string | undefined
  destination: string | undefined
  issuer: string | undefined
  audiences: string[]
  /** Whether there is one outer status and it is success, by its whole name. */
  isSuccess: boolean
  /** The outer and the inner status, and any more, without the standard's prefix. */
  statuses: string[]
  /** What the provider says about its status. */
  message: string | undefined
}

/** Anyone can post a response, so it is measured before a thread parses and verifies it. */
export function outlineOf(samlResponse: string): SamlOutline {
  const response = Buffer.from(samlResponse, 'base64')
  if (response.length > MAX_BYTES)
    throw new XmlFault(`The provider’s response is larger than 64 KB. ${FEWER}`)
  const xml = decoded(response)
  const tags = tagsIn(xml).filter(({ isEnd }) => !isEnd)
  const isEncrypted = tags.some(
    ({ name }) => name === 'EncryptedAssertion' || name === 'EncryptedID',
  )
  // An encrypted one is refused for that, and its key may be padded with SHA-1.
  if (!isEncrypted) refuseOtherAlgorithms(tags)
  const [root] = tags
  const at = (depth: number, name: string) =>
    tags.filter((tag) => tag.depth === depth && tag.name === name)
  const [assertion] = at(1, 'Assertion')
  const codes = tags
    .filter(({ name }) => name === 'StatusCode')
    .map((tag) => attributeOf(tag, 'Value') ?? '')
  const inAssertion = tags.slice(assertion ? tags.indexOf(assertion) : tags.length)
  const own = at(1, 'Issuer')
  const issuers = own.length > 0 ? own : inAssertion.filter(isIssuer).slice(0, 1)
  return {
    isSigned: at(1, 'Signature').length > 0,
    hasAssertion: assertion !== undefined,
    isAssertionSigned: inAssertion.some(({ name, depth }) => depth === 2 && name === 'Signature'),
    isEncrypted,
    // Some providers send an empty one without a request.
    inResponseTo: (root && attributeOf(root, 'InResponseTo')) || undefined,
    destination: root && attributeOf(root, 'Destination'),
    issuer: issuers.length > 0 ? issuers.map((tag) => textAfter(xml, tag)).join(' ') : undefined,
    audiences: tags.filter(({ name }) => name === 'Audience').map((tag) => textAfter(xml, tag)),
    message: tags
      .filter(({ name }) => name === 'StatusMessage')
      .map((tag) => providerText(textAfter(xml, tag)))[0],
    isSuccess: codes[0] === SUCCESS && at(2, 'StatusCode').length === 1,
    statuses: codes.map((code) => (code.startsWith(STATUS) ? code.slice(STATUS.length) : code)),
  }
}

function decoded(response: Buffer): string {
  try {
    const xml = new TextDecoder('utf-8', { fatal: true }).decode(response)
    if (!xml.includes('\0')) return xml
  } catch {
    // Another encoding.
  }
  throw new XmlFault('The provider’s response is not in UTF-8.')
}

function tagsIn(xml: string): XmlTag[] {
  try {
    const tags = [...xmlTags(xml, LIMITS)]
    refuseCharacters(xml)
    return tags
  } catch (error) {
    if (!(error instanceof XmlFault)) throw error
    throw new XmlFault(error.message === MALFORMED ? DAMAGED : `${error.message} ${FEWER}`)
  }
}

/** Of another fault than a wrong signature, which a damaged response has too. */
export const DAMAGED = `${MALFORMED} The provider, or a proxy in between, sends a damaged response.`

function isIssuer({ name, depth }: XmlTag): boolean {
  return depth === 2 && name === 'Issuer'
}

// The library accepts SHA-1, and calls a signature of an algorithm that it doesn't know a wrong one.
function refuseOtherAlgorithms(tags: XmlTag[]) {
  const other = tags
    .filter(({ name }) => name === 'SignatureMethod' || name === 'DigestMethod')
    .map((tag) => attributeOf(tag, 'Algorithm') ?? 'none')
    .find((algorithm) => !ALGORITHMS.has(algorithm))
  if (other !== undefined)
    throw new Error(
      `The provider’s response is signed with the algorithm ${providerText(other)}, which Waymark doesn’t accept. Set the provider to sign with an RSA key and SHA-256 (RSA-SHA256). If that key has another certificate, enter it in the connection.`,
    )
}

const ALGORITHMS = new Set([
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512',
  'http://www.w3.org/2001/04/xmlenc#sha256',
  'http://www.w3.org/2001/04/xmlenc#sha512',
])

/** Why a response is refused. `misconfigured`: the text says what the provider's administrator has to change. */
export type SamlFault = { reason: 'rejected' | 'misconfigured'; text: string }

type Expected = Pick<SamlSettings, 'issuer' | 'callbackUrl'>

/** Why the response is refused before its signature is verified. */
export function outlineFault(outline: SamlOutline, settings: Expected): SamlFault | undefined {
  const text = answerFault(outline, settings)
  if (text !== undefined) return { reason: 'rejected', text }
  const change = changeFor(outline)
  return change === undefined ? undefined : { reason: 'misconfigured', text: change }
}

function statusFault({ statuses, isSuccess, message }: SamlOutline): string | undefined {
  const [status, inner] = statuses
  if (status === undefined) return 'The provider sent no SAML response (no status).'
  if (isSuccess) return undefined
  if (status === 'Success' && inner === undefined)
    return `The provider’s status is Success without the standard’s prefix. Set it to send ${SUCCESS}.`
  const said = message ? ` It says: “${message}”.` : ''
  return `The provider refused: status ${inner === undefined ? status : `${status}, ${inner}`}.${said}`
}

function answerFault(outline: SamlOutline, { issuer, callbackUrl }: Expected): string | undefined {
  const status = statusFault(outline)
  if (status !== undefined) return status
  if (outline.issuer !== undefined && outline.issuer !== issuer)
    return `The response comes from a different provider. Its entity ID is ${outline.issuer}.`
  if (outline.destination !== undefined && outline.destination !== callbackUrl)
    return `The provider’s response is for a different address (Destination ${outline.destination}). Enter ${callbackUrl} as the reply address (ACS) at the provider.`
  if (outline.inResponseTo === undefined)
    return 'The response names no request (InResponseTo is missing from response).'
  return undefined
}

function changeFor(outline: SamlOutline): string | undefined {
  if (outline.isEncrypted) return TURN_ON.plain
  if (!outline.hasAssertion)
    return 'The provider’s response doesn’t include a user (no assertion). Assign the user to Waymark’s application at the provider, and let it send an assertion.'
  if (!outline.isAssertionSigned) return `The assertion has no signature. ${TURN_ON.signature}`
  if (outline.audiences.length === 0)
    return 'The assertion names no audience. Enter our entity ID as the audience at the provider.'
  return undefined
}
