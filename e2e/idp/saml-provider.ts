import { type KeyObject, generateKeyPairSync, randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { IdentityProvider, SamlLib, ServiceProvider, Utility, setSchemaValidator } from 'samlify'
import { startLocalServer } from './local-server.ts'
import { escape, peoplePage, readForm } from './login-pages.ts'
import { IDP_PEOPLE, type IdpPerson } from './people.ts'
import { selfSigned } from './self-signed.ts'

/** The placeholders of the response's template, by name. */
export type SamlTags = Record<string, string>

export type SamlProviderOptions = {
  /** A free one by default. */
  port?: number
  /** Origins of our pages: responses go nowhere else. */
  origins: string[]
  /** A new one by default. */
  privateKey?: KeyObject
  /** As old providers do. */
  signsWithSha1?: boolean
}

export type SamlProvider = {
  entityId: string
  entryPoint: string
  certificate: string
  /** Changes the next responses before they are signed. */
  rewrite: ((tags: SamlTags) => SamlTags) | undefined
  /** The same for the whole text, before it is signed. */
  rewriteXml: ((xml: string) => string) | undefined
  /** What the next responses sign. */
  signs: { response: boolean; assertion: boolean }
  stop: () => Promise<void>
}

// Four values of a request are read; a wrong one misleads this provider only.
setSchemaValidator({ validate: async () => 'ok' })

/** A SAML identity provider, on this machine only: signs response and assertion, answers by POST. */
export async function startSamlProvider(options: SamlProviderOptions): Promise<SamlProvider> {
  const { server, port, stop } = await startLocalServer(options.port)
  const base = `http://127.0.0.1:${port}`
  const key = options.privateKey ?? generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey
  const running: SamlProvider = {
    entityId: `${base}/metadata`,
    entryPoint: `${base}/sso`,
    certificate: selfSigned(key, 'Local SAML provider'),
    rewrite: undefined,
    rewriteXml: undefined,
    signs: { response: true, assertion: true },
    stop,
  }
  server.on('request', (request, response) => {
    answer(running, key, options, request, response).catch((error: unknown) => {
      response.writeHead(400, { 'content-type': 'text/plain' }).end(String(error))
    })
  })
  return running
}

async function answer(
  running: SamlProvider,
  key: KeyObject,
  { origins, signsWithSha1 }: SamlProviderOptions,
  request: IncomingMessage,
  response: ServerResponse,
) {
  const query = new URL(request.url ?? '/', running.entryPoint).searchParams
  const hint = await hintOf(request, query)
  const person = IDP_PEOPLE.find((one) => one.hint === hint)
  response.setHeader('content-type', 'text/html; charset=utf-8')
  if (!person && hint !== 'refuse') {
    response.end(peoplePage('Local SAML provider'))
    return
  }
  const authnRequest = readRequest(query.get('SAMLRequest') ?? '')
  if (!origins.includes(new URL(authnRequest.acs).origin))
    throw new Error('Unknown service provider.')
  const tags = tagsOf(running, authnRequest, person)
  response.end(
    postPage(authnRequest.acs, {
      SAMLResponse: await sign(
        { running, key, signsWithSha1 },
        authnRequest,
        running.rewrite?.(tags) ?? tags,
      ),
      RelayState: query.get('RelayState') ?? '',
    }),
  )
}

async function hintOf(request: IncomingMessage, query: URLSearchParams) {
  if (request.method !== 'POST') return query.get('login_hint')
  return (await readForm(request)).get('person')
}

type AuthnRequest = { id: string; acs: string; issuer: string }

function readRequest(deflated: string): AuthnRequest {
  const xml = Utility.inflateString(deflated)
  const find = (pattern: RegExp) => pattern.exec(xml)?.[1] ?? ''
  return {
    id: find(/ ID="([^"]+)"/),
    acs: find(/ AssertionConsumerServiceURL="([^"]+)"/),
    issuer: find(/<saml:Issuer[^>]*>([^<]+)</),
  }
}

const NAMES =
  'xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion"'
const AUTHN_FAILED = '<samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:AuthnFailed"/>'
const ATTRIBUTES = ['email', 'name']
  .map(
    (name) =>
      `<saml:Attribute Name="${name}"><saml:AttributeValue>{${name}}</saml:AttributeValue></saml:Attribute>`,
  )
  .join('')
const TEMPLATE = `<samlp:Response ${NAMES} ID="{ID}" Version="2.0" IssueInstant="{IssueInstant}" Destination="{Recipient}" InResponseTo="{InResponseTo}"><saml:Issuer>{Issuer}</saml:Issuer><samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:{Status}"/></samlp:Status><saml:Assertion ID="{AssertionID}" Version="2.0" IssueInstant="{IssueInstant}"><saml:Issuer>{Issuer}</saml:Issuer><saml:Subject><saml:NameID Format="urn:oasis:names:tc:SAML:2.0:nameid-format:persistent">{NameID}</saml:NameID><saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer"><saml:SubjectConfirmationData NotOnOrAfter="{NotOnOrAfter}" Recipient="{Recipient}" InResponseTo="{InResponseTo}"/></saml:SubjectConfirmation></saml:Subject><saml:Conditions NotBefore="{NotBefore}" NotOnOrAfter="{NotOnOrAfter}"><saml:AudienceRestriction><saml:Audience>{Audience}</saml:Audience></saml:AudienceRestriction></saml:Conditions><saml:AuthnStatement AuthnInstant="{IssueInstant}"><saml:AuthnContext><saml:AuthnContextClassRef>{Context}</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement><saml:AttributeStatement>${ATTRIBUTES}</saml:AttributeStatement></saml:Assertion></samlp:Response>`

function tagsOf(
  { entityId }: SamlProvider,
  authnRequest: AuthnRequest,
  person: IdpPerson | undefined,
): SamlTags {
  const at = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString()
  return {
    ID: `_${randomUUID()}`,
    AssertionID: `_${randomUUID()}`,
    IssueInstant: at(0),
    NotBefore: at(0),
    NotOnOrAfter: at(300),
    Issuer: entityId,
    Audience: authnRequest.issuer,
    Recipient: authnRequest.acs,
    InResponseTo: authnRequest.id,
    Status: person ? 'Success' : 'Responder',
    NameID: person?.userId ?? '',
    email: person?.email ?? '',
    name: person?.name ?? '',
    Context: 'urn:oasis:names:tc:SAML:2.0:ac:classes:Password',
  }
}

/** Signs assertion and response; a refusal has no assertion and is not signed, as with most providers. */
async function sign(
  signer: { running: SamlProvider; key: KeyObject; signsWithSha1: boolean | undefined },
  authnRequest: AuthnRequest,
  tags: SamlTags,
) {
  const { running, key, signsWithSha1 } = signer
  const written = SamlLib.replaceTagsByValue(TEMPLATE, tags)
  const xml = running.rewriteXml?.(written) ?? written
  if (tags.Status !== 'Success') {
    const [refusal = ''] = xml.split('<saml:Assertion ')
    const status = refusal.replace(
      /\/><\/samlp:Status>/,
      `>${AUTHN_FAILED}</samlp:StatusCode></samlp:Status>`,
    )
    return Utility.base64Encode(`${status}</samlp:Response>`)
  }
  const provider = IdentityProvider({
    entityID: running.entityId,
    privateKey: String(key.export({ type: 'pkcs8', format: 'pem' })),
    signingCert: running.certificate,
    ...(signsWithSha1 && { requestSignatureAlgorithm: RSA_SHA1 }),
    singleSignOnService: [{ Binding: REDIRECT, Location: running.entryPoint }],
    singleLogoutService: [{ Binding: REDIRECT, Location: running.entryPoint }],
  })
  const us = ServiceProvider({
    entityID: authnRequest.issuer,
    wantAssertionsSigned: running.signs.assertion,
    wantMessageSigned: running.signs.response,
    assertionConsumerService: [{ Binding: POST, Location: authnRequest.acs }],
  })
  const { context } = await provider.createLoginResponse(us, { extract: {} }, 'post', {}, () => ({
    id: tags.ID ?? '',
    context: xml,
  }))
  return context
}

const RSA_SHA1 = 'http://www.w3.org/2000/09/xmldsig#rsa-sha1'
const REDIRECT = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect'
const POST = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST'

function postPage(action: string, fields: Record<string, string>) {
  const inputs = Object.entries(fields).map(
    ([name, value]) => `<input type="hidden" name="${name}" value="${escape(value)}">`,
  )
  return `<!doctype html><title>Signed in</title><form method="post" action="${escape(action)}">${inputs.join('')}<button>Continue</button></form><script>document.forms[0].submit()</script>`
}
