import { randomBytes } from 'node:crypto'
import { type Profile, SAML, ValidateInResponseTo } from '@node-saml/node-saml'
import { z } from 'zod'
import { type Claimed, WeakAnswer, requireContext } from './openid.ts'

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

const REQUEST_LIFETIME_MS = 600_000

/** Returns the provider's address for the browser, and the id of the request. */
export async function startSaml(settings: SamlSettings, relayState: string) {
  const requestId = `_${randomBytes(20).toString('hex')}`
  const url = await open(settings, { id: requestId, createdAt: new Date() }).getAuthorizeUrlAsync(
    relayState,
    undefined,
    {},
  )
  return { url: new URL(url), requestId }
}

export async function finishSaml(
  settings: SamlSettings,
  samlResponse: string,
  request: SamlRequest,
): Promise<Claimed> {
  refuseOddities(Buffer.from(samlResponse, 'base64').toString('utf8'))
  const saml = open(settings, request)
  const { profile } = await saml.validatePostResponseAsync({ SAMLResponse: samlResponse })
  if (!profile) throw new Error('The provider’s response doesn’t include a user.')
  // The library checks the issuer on sign-out only, and never the recipient.
  if (profile.issuer !== settings.issuer) throw new Error('The response comes from another issuer.')
  if (recipientOf(profile) !== settings.callbackUrl) {
    throw new Error('The response is for another address.')
  }
  if (profile.inResponseTo !== request.id) throw new Error('The response is for another request.')
  requireContext(settings.requiredContexts, contextOf(profile))
  const { nameID, nameIDFormat } = profile
  if (!nameID) throw new Error('The provider’s response doesn’t include a user.')
  return {
    subject: nameID,
    email:
      attribute(profile, EMAIL) ?? (nameIDFormat.endsWith('emailAddress') ? nameID : undefined),
    isEmailVerified: undefined,
    name: attribute(profile, NAME),
  }
}

/** Maps a failed verification to the reason that the user sees. */
export function samlFault(error: unknown, samlResponse: string) {
  const status = statusOf(Buffer.from(samlResponse, 'base64').toString('utf8'))
  // The status of a provider that can't meet the required context.
  if (error instanceof WeakAnswer || status === 'NoAuthnContext') return 'too-weak'
  return status === 'AuthnFailed' || status === 'RequestDenied' ? 'cancelled' : 'rejected'
}

// Providers rarely sign a refusal, so the library ignores it. It only chooses the message.
function statusOf(xml: string): string | undefined {
  if (/<([\w-]+:)?(Encrypted)?Assertion\b/.test(xml)) return undefined
  return [...xml.matchAll(STATUS)].at(-1)?.[1]
}

const STATUS = /\bStatusCode\s+Value\s*=\s*["']urn:oasis:names:tc:SAML:2\.0:status:(\w+)["']/g

function refuseOddities(xml: string) {
  // Answers need no entities, which can be abused.
  if (/<!(DOCTYPE|ENTITY)/i.test(xml))
    throw new Error('The response contains a document type declaration.')
  // The library verifies with any algorithm that the answer names, even SHA-1.
  for (const [tag] of xml.matchAll(/<[^\s<>/]*(SignatureMethod|DigestMethod)\b[^>]*>/g))
    if (!STRONG.test(tag)) throw new Error('The response is signed with an unsafe algorithm.')
}

const STRONG =
  /\bAlgorithm\s*=\s*["']http:\/\/www\.w3\.org\/(2001\/04\/xmldsig-more#(rsa|ecdsa)-sha(256|384|512)|2001\/04\/xmlenc#sha(256|512)|2001\/04\/xmldsig-more#sha384)["']/

// The library's defaults accept unsolicited answers, SHA-1, and assertions of any age.
function open(settings: SamlSettings, request: SamlRequest): SAML {
  return new SAML({
    entryPoint: settings.entryPoint,
    idpCert: certificatesOf(settings.certificate),
    idpIssuer: settings.issuer,
    issuer: settings.entityId,
    audience: settings.entityId,
    callbackUrl: settings.callbackUrl,
    validateInResponseTo: ValidateInResponseTo.always,
    signatureAlgorithm: 'sha256',
    digestAlgorithm: 'sha256',
    requestIdExpirationPeriodMs: REQUEST_LIFETIME_MS,
    maxAssertionAgeMs: 300_000,
    acceptedClockSkewMs: 30_000,
    disableRequestedAuthnContext: settings.requiredContexts.length === 0,
    authnContext: settings.requiredContexts,
    identifierFormat: null,
    wantAssertionsSigned: true,
    wantAuthnResponseSigned: true,
    generateUniqueId: () => request.id,
    cacheProvider: cacheOf(request),
  })
}

// There are several while a provider changes its key.
function certificatesOf(text: string): string[] {
  return text.match(/-----BEGIN [A-Z ]+-----[^-]+-----END [A-Z ]+-----/g) ?? [text]
}

// The database row is deleted before the answer is read, so only this request can match.
function cacheOf({ id, createdAt }: SamlRequest) {
  return {
    saveAsync: async () => null,
    getAsync: async (key: string) => (key === id ? createdAt.toISOString() : null),
    removeAsync: async () => null,
  }
}

// The names in Entra ID, Okta, Shibboleth and plain configurations.
const EMAIL = [
  'email',
  'mail',
  'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress',
  'urn:oid:0.9.2342.19200300.100.1.3',
]
const NAME = [
  'name',
  'displayName',
  'http://schemas.microsoft.com/identity/claims/displayname',
  'urn:oid:2.16.840.1.113730.3.1.241',
]

function attribute({ attributes }: Profile, names: string[]): string | undefined {
  const all = attributes as Record<string, unknown> | undefined
  const value = names.map((name) => all?.[name]).find((one) => typeof one === 'string')
  return typeof value === 'string' && value !== '' ? value : undefined
}

// xml2js returns a list for every element. Exactly one is accepted.
const only = <T extends z.ZodRawShape>(shape: T) => z.tuple([z.object(shape)])

const Confirmed = z.object({
  Assertion: z.object({
    Subject: only({
      SubjectConfirmation: only({
        SubjectConfirmationData: only({ $: z.object({ Recipient: z.string() }) }),
      }),
    }),
  }),
})

function recipientOf(profile: Profile): string | undefined {
  const { data } = Confirmed.safeParse(profile.getAssertion?.())
  return data?.Assertion.Subject[0].SubjectConfirmation[0].SubjectConfirmationData[0].$.Recipient
}

const Stated = z.object({
  Assertion: z.object({
    AuthnStatement: only({ AuthnContext: only({ AuthnContextClassRef: only({ _: z.string() }) }) }),
  }),
})

function contextOf(profile: Profile): string | undefined {
  const { data } = Stated.safeParse(profile.getAssertion?.())
  return data?.Assertion.AuthnStatement[0].AuthnContext[0].AuthnContextClassRef[0]._.trim()
}
