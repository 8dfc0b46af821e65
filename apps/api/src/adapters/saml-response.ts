import { type ProviderFault, lasting, passing } from './provider-fault.ts'
import { providerText } from './provider-claims.ts'
import { refuseOtherAlgorithms } from './saml-algorithms.ts'
import { FEWER, xmlOf } from './saml-encoding.ts'
import { refusal } from './saml-refusal.ts'
import type { SamlSettings } from './saml.ts'
import {
  MALFORMED,
  TOO_DEEP,
  TOO_MANY,
  type XmlLimits,
  XmlFault,
  type XmlTag,
  attributeOf,
  refuseCharacters,
  textAfter,
  trimXml,
  xmlTags,
} from './xml-tags.ts'

export const LIMITS: XmlLimits = { tags: 2000, depth: 30 }

const STATUS = 'urn:oasis:names:tc:SAML:2.0:status:'
const SUCCESS = `${STATUS}Success`

/** What the provider's administrator has to change. Names of settings are the provider's own. */
const TURN_ON = {
  signature:
    'Set the provider to sign the assertion. Entra ID: Signing option “Sign SAML assertion”. AD FS: SamlResponseSignature AssertionOnly. Google: turn off “Signed response”. Okta: Assertion Signature “Signed”. Shibboleth: signAssertions. Keycloak: “Sign assertions”.',
  plain:
    'The assertion or the name ID in the provider’s response is encrypted, and Waymark has no key for it. Turn off encryption at the provider. Entra ID: Token encryption. AD FS: remove the certificate on the tab Encryption. Okta: Assertion Encryption “Unencrypted”. Shibboleth: encryptAssertions. Keycloak: “Encrypt assertions”. Google doesn’t encrypt.',
}

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
  /** Whether the conditions have a start and no end, which the library takes for a missing end of the confirmation. */
  isEndless: boolean
  /** What has more than one signature of its own. */
  signedTwice: 'response' | 'assertion' | undefined
  /** Whether there is one outer status, and it and all inside it are success, by the whole name. */
  isSuccess: boolean
  /** The outer status as it is written. */
  written: string
  /** The outer and the inner status, and any more, by the standard’s own names. */
  statuses: string[]
  /** What the provider says about its status. */
  message: string | undefined
}

/** Anyone can post a response, so it is measured before a thread parses and verifies it. */
export function outlineOf(samlResponse: string): SamlOutline {
  const xml = xmlOf(samlResponse)
  const tags = tagsIn(xml).filter(({ isEnd }) => !isEnd)
  const isEncrypted = tags.some(
    ({ name }) => name === 'EncryptedAssertion' || name === 'EncryptedID',
  )
  const [root] = tags
  if (root) refuseOtherRoot(root)
  // An encrypted one is refused for that, and its key may be padded with SHA-1.
  if (!isEncrypted) refuseOtherAlgorithms(tags)
  const at = (depth: number, name: string) =>
    tags.filter((tag) => tag.depth === depth && tag.name === name)
  const [assertion] = at(1, 'Assertion')
  const inAssertion = tags.slice(assertion ? tags.indexOf(assertion) : tags.length)
  const own = at(1, 'Issuer')
  const issuers = own.length > 0 ? own : inAssertion.filter(isIssuer).slice(0, 1)
  return {
    ...signaturesOf(at(1, 'Signature'), inAssertion),
    hasAssertion: assertion !== undefined,
    isEncrypted,
    // Some providers send an empty one without a request.
    inResponseTo: (root && attributeOf(root, 'InResponseTo')) || undefined,
    destination: root && attributeOf(root, 'Destination'),
    issuer: issuers.length > 0 ? issuers.map((tag) => textAfter(xml, tag)).join(' ') : undefined,
    audiences: tags.filter(({ name }) => name === 'Audience').map((tag) => textAfter(xml, tag)),
    isEndless: tags.some(
      (tag) =>
        tag.name === 'Conditions' &&
        attributeOf(tag, 'NotBefore') !== undefined &&
        attributeOf(tag, 'NotOnOrAfter') === undefined,
    ),
    message: tags
      .filter(({ name }) => name === 'StatusMessage')
      .map((tag) => providerText(textAfter(xml, tag)))[0],
    ...statusesIn(tags),
  }
}

function statusesIn(tags: XmlTag[]) {
  const all = inStatus(tags).filter(({ name }) => name === 'StatusCode')
  const codes = all.map((tag) => trimXml(attributeOf(tag, 'Value') ?? ''))
  const [written = ''] = codes
  return {
    isSuccess:
      codes.every((code) => code === SUCCESS) &&
      all.filter(({ depth }) => depth === 2).length === 1,
    written: providerText(written),
    statuses: codes.filter((code) => code !== '').map(statusIn),
  }
}

function inStatus(tags: XmlTag[]): XmlTag[] {
  let isInside = false
  return tags.filter(({ depth, name }) => {
    if (depth < 2) isInside = depth === 1 && name === 'Status'
    return isInside
  })
}

function signaturesOf(ofResponse: XmlTag[], inAssertion: XmlTag[]) {
  const own = inAssertion.filter(({ name, depth }) => depth === 2 && name === 'Signature')
  const twice = [ofResponse, own].findIndex(({ length }) => length > 1)
  return {
    isSigned: ofResponse.length > 0,
    isAssertionSigned: own.length > 0,
    signedTwice: (['response', 'assertion'] as const)[twice],
  }
}

const NAMES = ['Success', 'AuthnFailed', 'NoAuthnContext', 'RequestDenied']
/** The standard’s, and how SAML 1 and careless providers write it. */
const PREFIX = /^(urn:oasis:names:tc:saml:[12]\.[01]:status:|saml2?p?:)/i

/** The standard’s own name, however it is spelled. Only a whole name counts as success. */
function statusIn(code: string): string {
  const bare = code.replace(PREFIX, '')
  const known = NAMES.find((name) => name.toLowerCase() === bare.toLowerCase())
  return known ?? (code.startsWith(STATUS) ? bare : code)
}

function refuseOtherRoot(root: XmlTag) {
  if (attributeOf(root, 'MajorVersion') === '1')
    throw refusal(
      lasting(
        `The provider uses SAML 1.${providerText(attributeOf(root, 'MinorVersion') ?? '1')}. Set the provider to use SAML 2.0.`,
      ),
    )
  if (root.name !== 'Response')
    throw refusal(
      lasting(
        `The provider sent ${providerText(root.name)} instead of a SAML 2.0 Response. Set the provider to respond to a sign-in with a Response and the HTTP-POST binding.`,
      ),
    )
}

function tagsIn(xml: string): XmlTag[] {
  try {
    const tags = [...xmlTags(xml, LIMITS)]
    refuseCharacters(xml)
    return tags
  } catch (error) {
    if (!(error instanceof XmlFault)) throw error
    if (error.message === MALFORMED) throw refusal(DAMAGED)
    const next = NEXT[error.message]
    throw refusal(lasting(next === undefined ? DOCTYPE : `${error.message} ${next}`))
  }
}

/** What to do about a response that is beyond the limits. */
const NEXT: Record<string, string> = {
  [TOO_MANY]: FEWER,
  [TOO_DEEP]: 'Set the provider to send attributes with plain text as values.',
}

export const LOG = 'look for the response in the provider’s log and compare it with what arrives.'

/** Of another fault than a wrong signature, which a damaged response has too. */
export const DAMAGED = passing(
  `${MALFORMED} The provider, or a proxy in between, sends a damaged response.`,
  LOG,
)

const DOCTYPE =
  'The provider’s response has a document type declaration (DOCTYPE). Set the provider to send none.'

function isIssuer({ name, depth }: XmlTag): boolean {
  return depth === 2 && name === 'Issuer'
}

type Expected = Pick<SamlSettings, 'issuer' | 'callbackUrl'>

/** Why the response is refused before its signature is verified. */
export function outlineFault(outline: SamlOutline, settings: Expected): ProviderFault | undefined {
  const change = () => changeFor(outline)
  return statusFault(outline) ?? partyFault(outline, settings) ?? asLasting(change())
}

function asLasting(text: string | undefined): ProviderFault | undefined {
  return text === undefined ? undefined : lasting(text)
}

export function statusFault({
  statuses,
  isSuccess,
  written,
  message,
}: SamlOutline): ProviderFault | undefined {
  const [status, ...inside] = statuses
  const inner = tellingOf(inside)
  if (status === undefined)
    return lasting(
      'The provider’s response has no status (StatusCode). Set the provider to send a status with each response.',
    )
  if (isSuccess) return undefined
  if (status === 'Success' && inner === undefined && written !== SUCCESS)
    return lasting(
      `The provider’s status is “${written}”, which the standard spells differently. Set the provider to send ${SUCCESS}.`,
    )
  const said = message ? ` It says: “${message}”.` : ''
  const all = providerText(inner === undefined ? status : `${status}, ${inner}`)
  return {
    reason: 'refused',
    text: `The provider refused: status ${all}.${said} ${AFTER_STATUS[inner ?? ''] ?? REFUSED}`,
  }
}

/** Of the inner statuses, the first that isn't success. */
function tellingOf(inside: readonly string[]): string | undefined {
  return inside.find((one) => one !== 'Success') ?? inside[0]
}

const ASSIGN =
  'If the user didn’t cancel, assign them to Waymark’s application at the provider, and look for the reason in the provider’s log.'
const REFUSED =
  'Look for the reason in the provider’s log, and check the entity ID, the reply address (ACS) and the name ID format of Waymark’s application at the provider.'

const AFTER_STATUS: Record<string, string> = {
  AuthnFailed: ASSIGN,
  RequestDenied: ASSIGN,
  NoAuthnContext:
    'Set the provider to offer a sign-in method that the connection requires, or change the required methods in the connection.',
}

/** The provider that the connection doesn't name. Entity IDs differ by a slash or a case, too. */
export function otherProvider(entityId: string): ProviderFault {
  if (entityId === '')
    return lasting(
      'The Issuer of the response or of its assertion is missing or empty. Set the provider to send its entity ID as Issuer of both.',
    )
  return lasting(
    `The response comes from a different provider. Its entity ID is ${providerText(entityId)}. If it is your provider, enter this entity ID in the connection, exactly as shown here.`,
  )
}

function partyFault(outline: SamlOutline, { issuer, callbackUrl }: Expected) {
  if (outline.issuer !== undefined && outline.issuer !== issuer)
    return otherProvider(outline.issuer)
  if (outline.destination !== undefined && trimXml(outline.destination) !== callbackUrl)
    return lasting(
      `The provider’s response is for a different address (Destination ${providerText(outline.destination)}). Enter ${callbackUrl} as the reply address (ACS) at the provider.`,
    )
  if (outline.inResponseTo === undefined)
    return lasting(
      'The response names no request (InResponseTo is missing). Set the provider to respond to requests (SP-initiated sign-in), and to send the ID of the request as InResponseTo.',
    )
  return undefined
}

function changeFor(outline: SamlOutline): string | undefined {
  if (outline.isEncrypted) return TURN_ON.plain
  if (!outline.hasAssertion)
    return 'The provider’s response doesn’t include a user (no assertion). Assign the user to Waymark’s application at the provider, and set the provider to send an assertion.'
  if (outline.signedTwice !== undefined)
    return `The ${outline.signedTwice} has more than one signature. Set the provider to sign it once.`
  if (!outline.isAssertionSigned) return `The assertion has no signature. ${TURN_ON.signature}`
  if (outline.audiences.length === 0)
    return 'The assertion names no audience. Enter Waymark’s entity ID as the audience at the provider.'
  if (outline.isEndless)
    return 'The assertion’s conditions have NotBefore but no NotOnOrAfter. Set the provider to send both.'
  return undefined
}
