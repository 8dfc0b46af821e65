import { providerText, subjectFault } from './provider-claims.ts'
import { type ProviderFault, lasting, passing } from './provider-fault.ts'
import { otherProvider } from './saml-response.ts'
import { trimXml } from './xml-tags.ts'

/** The elements of an assertion as the library's parser gives them. A provider decides what is there. */
type Node = { [name: string]: unknown }

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null

export function nodesIn(node: unknown, ...path: string[]): unknown[] {
  const [name, ...rest] = path
  if (name === undefined) return [node]
  const found: unknown = isNode(node) ? node[name] : undefined
  return (Array.isArray(found) ? found : []).flatMap((one) => nodesIn(one, ...rest))
}

/** The root of the parser's document. */
export function rootIn(document: unknown): unknown {
  return isNode(document) ? document['Assertion'] : undefined
}

/** Without spaces around it, which providers add when they indent. */
export function textOf(node: unknown): string {
  const text = isNode(node) ? node['_'] : node
  return typeof text === 'string' ? trimXml(text) : ''
}

export function attributeIn(node: unknown, name: string): string | undefined {
  const attributes = isNode(node) ? node['$'] : undefined
  const value = isNode(attributes) ? attributes[name] : undefined
  return typeof value === 'string' ? value : undefined
}

export type NameId = {
  text: string
  format: string
  /** Of whom it names a user: of the provider, and for whom. Undefined if it doesn't say. */
  qualifier: string | undefined
  spQualifier: string | undefined
}

const FORMATS = /^urn:oasis:names:tc:saml:[\d.]+:nameid-format:/
/** SAML’s own, and the one of Shibboleth 1, in lower case. */
const TRANSIENT = new Set(['transient', 'urn:mace:shibboleth:1.0:nameidentifier'])
export const CONFIRMED_BY = 'urn:oasis:names:tc:SAML:2.0:cm:bearer'
export const SKEW_MS = 30_000
/** Since an assertion was issued. */
export const OLDEST_MS = 300_000

/** Its format in lower case without the standard's prefix; empty if the provider names none. */
export function nameIdOf(assertion: unknown): NameId | undefined {
  const [node] = nodesIn(assertion, 'Subject', 'NameID')
  const text = textOf(node)
  if (text === '') return undefined
  const format = (attributeIn(node, 'Format') ?? '').trim().toLowerCase()
  return {
    text,
    format: format.replace(FORMATS, ''),
    qualifier: attributeIn(node, 'NameQualifier'),
    spQualifier: attributeIn(node, 'SPNameQualifier'),
  }
}

/**
 * What identifies the user. The same name ID of another qualifier is another user (SAML Core 8.3.7); without one, or
 * with the provider's and our own names, it is the connection's own.
 */
export function subjectOf(
  { text, format, qualifier, spQualifier }: NameId,
  { issuer, entityId }: Pick<Expected, 'issuer' | 'entityId'>,
): string {
  const others = [
    { given: qualifier?.trim(), own: issuer },
    { given: spQualifier?.trim(), own: entityId },
  ].map(({ given = '', own }) => (given === own ? '' : given))
  if (format === 'emailaddress' || others.every((one) => one === '')) return text
  return [...others, text].join('!')
}

const NAME_ID =
  'Choose persistent or emailAddress as the format of the name ID. Entra ID: Attributes & Claims, “Unique User Identifier”. AD FS: a rule “Transform an Incoming Claim” to Name ID. Google and Okta: “Name ID format”. Shibboleth: nameIDFormatPrecedence. Keycloak: “Name ID format”.'

type Expected = { issuer: string; entityId: string; callbackUrl: string; requestId: string }

/** What the library doesn't check of a signed assertion. */
export function assertionFault(assertion: unknown, expected: Expected): ProviderFault | undefined {
  const fault = answerFault(assertion, expected)
  if (fault) return fault
  const change = changeFor(nameIdOf(assertion), expected)
  return change === undefined ? undefined : lasting(change)
}

function answerFault(assertion: unknown, expected: Expected): ProviderFault | undefined {
  const issuer = nodesIn(assertion, 'Issuer').map(textOf).join(' ')
  if (issuer !== expected.issuer) return otherProvider(issuer)
  if (isOfSeveral(assertion)) return SEVERAL
  const faults = nodesIn(assertion, 'Subject', 'SubjectConfirmation').map((one) =>
    confirmationFault(one, expected),
  )
  if (!faults.includes(undefined)) return faults[0] ?? UNCONFIRMED
  return audienceFault(assertion, expected) ?? sessionFault(assertion)
}

/** Each part of it would be read from the first one, and what confirms it from any. */
function isOfSeveral(assertion: unknown): boolean {
  return [nodesIn(assertion, 'Subject'), nodesIn(assertion, 'Subject', 'NameID')].some(
    ({ length }) => length > 1,
  )
}

const SEVERAL = lasting(
  'The assertion names more than one user (Subject, NameID). Set the provider to send one Subject with one NameID.',
)

const UNCONFIRMED = lasting(
  'The provider’s response has no subject confirmation (SubjectConfirmation). Set the provider to send one with the method bearer.',
)

/** Each restriction must be met. */
function audienceFault(assertion: unknown, { entityId }: Expected): ProviderFault | undefined {
  const restrictions = nodesIn(assertion, 'Conditions', 'AudienceRestriction').map((one) =>
    nodesIn(one, 'Audience').map(textOf),
  )
  const unmet = restrictions.filter((audiences) => !audiences.includes(entityId))
  if (restrictions.length > 0 && unmet.length === 0) return undefined
  const named = providerText(unmet.flat().join(', '))
  const what = named === '' ? 'names no audience' : `is for a different audience (${named})`
  return lasting(`The assertion ${what}. Enter ${entityId} as the audience at the provider.`)
}

function changeFor(nameId: NameId | undefined, expected: Expected): string | undefined {
  if (!nameId) return `The provider’s response doesn’t include a user (no name ID). ${NAME_ID}`
  const unusable = subjectFault(nameId.text) ?? subjectFault(subjectOf(nameId, expected))
  if (unusable !== undefined) return `The name ID can’t be used: ${unusable}. ${NAME_ID}`
  if (!TRANSIENT.has(nameId.format)) return undefined
  return `The name ID changes at each sign-in (format transient), so it doesn’t identify a user. ${NAME_ID}`
}

function confirmationFault(
  confirmation: unknown,
  { callbackUrl, requestId }: Expected,
): ProviderFault | undefined {
  const method = attributeIn(confirmation, 'Method')
  if (method !== CONFIRMED_BY)
    return lasting(
      `The subject confirmation has ${method === undefined ? 'no method' : `the method ${providerText(method)}`}. Waymark accepts bearer only. Set the provider to send a subject confirmation with the method bearer.`,
    )
  const [data] = nodesIn(confirmation, 'SubjectConfirmationData')
  const recipient = attributeIn(data, 'Recipient')
  if (recipient === undefined)
    return lasting(
      `The subject confirmation names no address (Recipient is missing). Set the provider to send Recipient in the subject confirmation, and enter ${callbackUrl} as the reply address (ACS) there.`,
    )
  if (trimXml(recipient) !== callbackUrl)
    return lasting(
      `The provider’s response is for a different address (Recipient ${providerText(recipient)}). Enter ${callbackUrl} as the reply address (ACS) at the provider.`,
    )
  const request = attributeIn(data, 'InResponseTo')
  if (request === undefined)
    return lasting(
      'The subject confirmation names no request (InResponseTo is missing). Set the provider to send InResponseTo in the subject confirmation, too.',
    )
  if (request !== requestId) return OTHER_SIGN_IN
  return isFuture(attributeIn(data, 'NotOnOrAfter')) ? undefined : CONFIRMED_BEFORE
}

export const CLOCK =
  'check the clocks of the provider and of Waymark, and how long assertions are valid.'

const CONFIRMED_BEFORE = passing(
  'The provider’s response has expired (NotOnOrAfter of the subject confirmation).',
  CLOCK,
)

export const TOO_OLD = passing('The assertion is too old (IssueInstant).', CLOCK)

const CONFIRMED_LATER = passing(
  'The provider’s response is not yet valid (NotBefore of the subject confirmation).',
  CLOCK,
)

const SAYS_NOTHING = lasting(
  'The subject confirmation has no NotOnOrAfter (SubjectConfirmationData). Set the provider to send SubjectConfirmationData with Recipient, InResponseTo and NotOnOrAfter.',
)

/** When an assertion was issued, and its confirmation starts and ends. */
type Times = Record<'issuedAt' | 'start' | 'end', string | undefined>

/** Why a confirmation doesn’t hold at this time. */
export function timesFault({ issuedAt, start, end }: Times): ProviderFault | undefined {
  if (!isFuture(issuedAt, OLDEST_MS)) return TOO_OLD
  if (end === undefined) return SAYS_NOTHING
  if (!isFuture(end)) return CONFIRMED_BEFORE
  const isLater = start !== undefined && Date.parse(start) > Date.now() + SKEW_MS
  return isLater ? CONFIRMED_LATER : undefined
}

export const OTHER_SIGN_IN = passing(
  'The provider’s response is for a different sign-in (InResponseTo).',
  'check in the provider’s log which request the response answers, and look for a proxy that repeats responses.',
)

function sessionFault(assertion: unknown): ProviderFault | undefined {
  const ends = nodesIn(assertion, 'AuthnStatement').map((one) =>
    attributeIn(one, 'SessionNotOnOrAfter'),
  )
  const odd = ends.find((end) => end !== undefined && Number.isNaN(Date.parse(end)))
  if (odd !== undefined) return oddTime('SessionNotOnOrAfter', odd)
  const isOver = ends.some((end) => end !== undefined && !isFuture(end))
  return isOver
    ? passing(
        'The provider’s session has ended (SessionNotOnOrAfter).',
        'sign out at the provider first, then check the clocks of the provider and of Waymark, and how long the provider’s sessions last.',
      )
    : undefined
}

export function oddTime(name: string, value: string): ProviderFault {
  return lasting(
    `The provider’s response has an invalid time (${name} “${providerText(value)}”). Set the provider to send times such as 2030-01-31T12:00:00Z.`,
  )
}

function isFuture(time = '', olderMs = 0): boolean {
  return Date.parse(time) + olderMs > Date.now() - SKEW_MS
}
