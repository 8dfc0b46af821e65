import type { ConnectionCheck } from 'contract/connections'
import { plural } from 'rules/plural'
import { z } from 'zod'
import { type StoredKey, storedKeys } from '#adapters/certificates.ts'
import { CALL_FAULTS, type CallFault, OWN_KEYS, callFault } from '#adapters/call-fault.ts'
import type { AnswerFault } from '#adapters/openid-answers.ts'
import { isPassingStatus } from '#adapters/openid-faults.ts'
import { addressesFault, keysFault, publishedFault } from '#adapters/openid-metadata.ts'
import { providerText } from '#adapters/provider-claims.ts'
import { type OutgoingFetch, createOutgoingFetch } from '#adapters/outgoing.ts'
import { XmlFault, attributeOf, xmlTags } from '#adapters/xml-tags.ts'
import type { App, SignedInContext } from '#core/context.ts'
import { notFound } from '#core/errors.ts'
import { type Limit, limitAttempts } from '#support/limit-attempts.ts'
import { inOrganisation, requireChangeable } from '#support/tenant-scope.ts'
import { type SsoConnection, listAllConnections } from './connections.queries.ts'
import { rulesOf } from './settings-of.ts'

// A test sends requests to an address that a user entered.
const PER_ORGANISATION: Limit = { name: 'connection test', most: 30, windowSeconds: 900 }

/** Checks a provider without signing in. */
export async function testConnection(
  context: SignedInContext,
  { id, connectionId }: { id: number; connectionId: number },
): Promise<ConnectionCheck[]> {
  await requireChangeable(context, id)
  const all = await inOrganisation(context, id, (db, scope) => listAllConnections(db, scope))
  const connection = all.find((one) => one.id === connectionId)
  if (!connection) throw notFound('connection')
  await limitAttempts(context, PER_ORGANISATION, String(id))
  return await checkProvider(context.app, connection, context.app.adapters.now())
}

export type CheckedConnection = Pick<
  SsoConnection,
  'kind' | 'issuer' | 'entry_point' | 'idp_certificate'
>

/** What can be told without signing in. */
export async function checkProvider(
  app: Pick<App, 'env'>,
  connection: CheckedConnection,
  now: Date,
): Promise<ConnectionCheck[]> {
  const rules = rulesOf(app)
  const ask = createOutgoingFetch(rules)
  if (connection.kind === 'saml') return await checkSaml(ask, connection, now)
  return await checkOpenid(ask, connection, rules)
}

const Metadata = z.looseObject({ issuer: z.string() })
const Keys = z.object({ keys: z.array(z.looseObject({ use: z.string().optional() })) })

const NO_KEYS = 'The provider did not send any signing keys. Check the provider’s settings.'
const AGAIN = 'Try again later. If it happens again, look at the provider’s log and status page.'

async function checkOpenid(
  ask: OutgoingFetch,
  { issuer }: CheckedConnection,
  { isStrict }: { isStrict: boolean },
): Promise<ConnectionCheck[]> {
  const address = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`
  const response = await answerOf(ask, address)
  if (typeof response === 'string')
    return [check('Response from the provider', false, CALL_FAULTS[response].join(' '))]
  const { data } = Metadata.safeParse(await jsonIn(response))
  if (!data) {
    const detail = isPassingStatus(response.status)
      ? `The provider (${address}) responded with status ${response.status}. ${AGAIN}`
      : `No OpenID configuration found at ${address} (${statusOf(response)}). Check the address.`
    return [check('Response from the provider', false, detail)]
  }
  const fault = publishedFault(data, !isStrict)
  return [
    check('Response from the provider', true, `Configuration found at ${address}`),
    check(
      'Provider address',
      data.issuer === issuer,
      data.issuer === issuer
        ? issuer
        : `The provider’s address is ${providerText(data.issuer)}. Enter that address instead.`,
    ),
    ...(fault ? [check('Published configuration', false, sentenceOf(fault))] : []),
    ...(isAddressesFault(data, isStrict) ? [] : [await checkKeys(ask, String(data['jwks_uri']))]),
  ]
}

function isAddressesFault(data: object, isStrict: boolean): boolean {
  return addressesFault({ ...data }, !isStrict) !== undefined
}

function sentenceOf({ what, whatToDo }: AnswerFault): string {
  return `${what.charAt(0).toUpperCase()}${what.slice(1)}. ${whatToDo}`
}

function statusOf({ status, headers }: Response): string {
  return providerText(`status ${status}, ${headers.get('content-type') ?? 'no content type'}`)
}

async function checkKeys(ask: OutgoingFetch, address: string): Promise<ConnectionCheck> {
  const response = await answerOf(ask, address)
  const refuse = (detail: string) => check('Signing keys', false, detail)
  if (typeof response === 'string')
    return refuse(
      [...CALL_FAULTS[response], ...(response === 'too-large' ? [OWN_KEYS] : [])].join(' '),
    )
  if (response.status !== 200) {
    const what = `The provider (${providerText(address)}) responded with status ${response.status}.`
    return refuse(
      `${what} ${isPassingStatus(response.status) ? AGAIN : 'Check jwks_uri in the provider’s configuration.'}`,
    )
  }
  const body = await jsonIn(response)
  const fault = keysFault(body)
  if (fault) return refuse(sentenceOf(fault))
  const { data } = Keys.safeParse(body)
  if (!data)
    return refuse(
      `The provider’s response has no list of keys (${providerText(address)}, ${statusOf(response)}). Check jwks_uri in the provider’s configuration.`,
    )
  const keys = data.keys.filter(({ use }) => use !== 'enc').length
  if (keys === 0) return check('Signing keys', false, NO_KEYS)
  return check('Signing keys', true, plural(keys, { one: '# key found', other: '# keys found' }))
}

async function checkSaml(
  ask: OutgoingFetch,
  { entry_point, issuer, idp_certificate }: CheckedConnection,
  now: Date,
): Promise<ConnectionCheck[]> {
  return [
    await checkEntryPoint(ask, entry_point ?? ''),
    ...storedKeys(idp_certificate ?? '').map((key) => checkKey(key, now)),
    ...(await checkMetadata(ask, issuer)),
  ]
}

function checkKey({ fault, certificate }: StoredKey, now: Date): ConnectionCheck {
  if (fault !== undefined) return check('Certificate', false, fault)
  if (!certificate) return check('Certificate', true, 'A key without an expiry date')
  const validUntil = certificate.validToDate
  const isValid = validUntil > now
  const day = DAY.format(validUntil)
  const detail = isValid ? `Valid until ${day}` : `Expired on ${day}. Enter the new certificate.`
  return check('Certificate', isValid, detail)
}

// Only browsers open it, so it can be on a private network, with a certificate that we don't know.
async function checkEntryPoint(ask: OutgoingFetch, address: string): Promise<ConnectionCheck> {
  const response = await answerOf(ask, address)
  const unchecked = typeof response === 'string' ? UNCHECKED[response] : undefined
  if (unchecked !== undefined)
    return check('Sign-in address', true, `${unchecked} Check that your users can open it.`)
  const isThere = typeof response !== 'string' && response.status < 500
  const detail = 'We can’t open this address. Check the address, and that your users can open it.'
  return check('Sign-in address', isThere, isThere ? address : detail)
}

const UNCHECKED: Partial<Record<CallFault, string>> = {
  private: 'This address is on a private network, so we can’t check it.',
  'untrusted-certificate': 'We don’t trust the certificate of this address, so we can’t check it.',
}

const DAY = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })

// Many providers publish their metadata at their entity id.
async function checkMetadata(ask: OutgoingFetch, issuer: string): Promise<ConnectionCheck[]> {
  const response = await answerOf(ask, issuer)
  const isFound = typeof response !== 'string' && response.status === 200
  const entity = isFound ? entityIn(await response.text()) : undefined
  if (!entity) return []
  const isSame = entity === issuer
  return [
    check(
      'Provider entity ID',
      isSame,
      isSame ? issuer : `The provider’s entity ID is ${entity}. Enter that ID instead.`,
    ),
  ]
}

// Nothing is known of metadata that aren't XML.
export function entityIn(xml: string): string | undefined {
  try {
    for (const tag of xmlTags(xml, { tags: 10_000, depth: 30 }))
      if (tag.name === 'EntityDescriptor') return attributeOf(tag, 'entityID')
    return undefined
  } catch (error) {
    if (error instanceof XmlFault) return undefined
    throw error
  }
}

function check(name: string, is_ok: boolean, detail: string): ConnectionCheck {
  return { name, is_ok, detail }
}

async function jsonIn(response: Response): Promise<unknown> {
  if (response.status !== 200) return undefined
  return await response.json().catch(() => undefined)
}

async function answerOf(ask: OutgoingFetch, address: string): Promise<Response | CallFault> {
  return await ask(address).catch(callFault)
}
