import type { ConnectionCheck } from 'contract/connections'
import { plural } from 'rules/plural'
import { z } from 'zod'
import { type StoredKey, storedKeys } from '#adapters/certificates.ts'
import { CALL_FAULTS, type CallFault, callFault } from '#adapters/call-fault.ts'
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
  const ask = createOutgoingFetch(rulesOf(app))
  if (connection.kind === 'saml') return await checkSaml(ask, connection, now)
  return await checkOpenid(ask, connection)
}

const Metadata = z.looseObject({
  issuer: z.string(),
  jwks_uri: z.string(),
  authorization_endpoint: z.string(),
  token_endpoint: z.string(),
})
const Keys = z.object({ keys: z.array(z.looseObject({ use: z.string().optional() })) })

const NO_KEYS = 'The provider did not send any signing keys. Check the provider’s settings.'

async function checkOpenid(
  ask: OutgoingFetch,
  { issuer }: CheckedConnection,
): Promise<ConnectionCheck[]> {
  const address = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`
  const response = await answerOf(ask, address)
  if (typeof response === 'string')
    return [check('Response from the provider', false, CALL_FAULTS[response].join(' '))]
  const { data } = Metadata.safeParse(await jsonIn(response))
  if (!data) {
    const detail = `No OpenID configuration found at ${address}. Check the address.`
    return [check('Response from the provider', false, detail)]
  }
  return [
    check('Response from the provider', true, `Configuration found at ${address}`),
    check(
      'Provider address',
      data.issuer === issuer,
      data.issuer === issuer
        ? issuer
        : `The provider’s address is ${data.issuer}. Enter that address instead.`,
    ),
    await checkKeys(ask, data.jwks_uri),
  ]
}

async function checkKeys(ask: OutgoingFetch, address: string): Promise<ConnectionCheck> {
  const response = await answerOf(ask, address)
  if (typeof response === 'string')
    return check('Signing keys', false, CALL_FAULTS[response].join(' '))
  const { data } = Keys.safeParse(await jsonIn(response))
  const keys = data?.keys.filter(({ use }) => use !== 'enc').length ?? 0
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
  if (!certificate) return check('Certificate', true, 'A key without an end')
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
