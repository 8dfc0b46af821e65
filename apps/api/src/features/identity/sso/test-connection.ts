import type { Connection, ConnectionCheck } from 'contract/connections'
import { plural } from 'rules/plural'
import { z } from 'zod'
import { type OutgoingFetch, createOutgoingFetch } from '#adapters/outgoing.ts'
import { isPrivateAddressError } from '#adapters/private-address-error.ts'
import { XmlFault, attributeOf, xmlTags } from '#adapters/xml-tags.ts'
import type { SignedInContext } from '#core/context.ts'
import { notFound } from '#core/errors.ts'
import { type Limit, limitAttempts } from '#support/limit-attempts.ts'
import { requireChangeable } from '#support/tenant-scope.ts'
import { connectionsOf } from './connections-of.ts'
import { rulesOf } from './settings-of.ts'

// A test sends requests to an address that a user entered.
const PER_ORGANISATION: Limit = { name: 'connection test', most: 30, windowSeconds: 900 }

/** Checks a provider without signing in. */
export async function testConnection(
  context: SignedInContext,
  { id, connectionId }: { id: number; connectionId: number },
): Promise<ConnectionCheck[]> {
  await requireChangeable(context, id)
  const connection = (await connectionsOf(context, id)).find((one) => one.id === connectionId)
  if (!connection) throw notFound('connection')
  await limitAttempts(context, PER_ORGANISATION, String(id))
  const ask = createOutgoingFetch(rulesOf(context.app))
  const now = context.app.adapters.now()
  if (connection.kind === 'saml') return await checkSaml(ask, connection, now)
  return await checkOpenid(ask, connection).catch((error: unknown) => {
    if (!isPrivateAddressError(error)) throw error
    return [check('Response from the provider', false, PRIVATE)]
  })
}

const Metadata = z.looseObject({
  issuer: z.string(),
  jwks_uri: z.string(),
  authorization_endpoint: z.string(),
  token_endpoint: z.string(),
})
const Keys = z.object({ keys: z.array(z.looseObject({ use: z.string().optional() })) })

const PRIVATE =
  'The provider is on a private network. Ask the operator of this service to add the network to TRUSTED_PROVIDER_NETWORKS.'
const SILENT =
  'The provider did not send a valid response. Check that the address is correct and reachable from the internet over HTTPS.'

async function checkOpenid(ask: OutgoingFetch, { issuer }: Connection): Promise<ConnectionCheck[]> {
  const address = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`
  const { data } = Metadata.safeParse(await jsonAt(ask, address))
  if (!data) return [check('Response from the provider', false, SILENT)]
  const { data: found } = Keys.safeParse(await jsonAt(ask, data.jwks_uri))
  const keys = found?.keys.filter(({ use }) => use !== 'enc').length ?? 0
  return [
    check('Response from the provider', true, `Configuration found at ${address}`),
    check(
      'Provider address',
      data.issuer === issuer,
      data.issuer === issuer
        ? issuer
        : `The provider’s address is ${data.issuer}. Enter that address instead.`,
    ),
    check(
      'Signing keys',
      keys > 0,
      keys > 0 ? plural(keys, { one: '# key found', other: '# keys found' }) : SILENT,
    ),
  ]
}

async function checkSaml(
  ask: OutgoingFetch,
  { entry_point, issuer, certificates }: Connection,
  now: Date,
): Promise<ConnectionCheck[]> {
  return [
    await checkEntryPoint(ask, entry_point ?? ''),
    ...certificates.map(({ valid_until }) =>
      check(
        'Certificate',
        new Date(valid_until) > now,
        new Date(valid_until) > now
          ? `Valid until ${DAY.format(new Date(valid_until))}`
          : `Expired on ${DAY.format(new Date(valid_until))}. Enter the new certificate.`,
      ),
    ),
    ...(await checkMetadata(ask, issuer)),
  ]
}

// Only browsers open it, so it can be on a private network.
async function checkEntryPoint(ask: OutgoingFetch, address: string): Promise<ConnectionCheck> {
  try {
    const status = await statusAt(ask, address)
    const isThere = status !== undefined && status < 500
    return check('Sign-in address', isThere, isThere ? address : SILENT)
  } catch (error) {
    if (!isPrivateAddressError(error)) throw error
    const detail =
      'This address is on a private network, so we can’t check it. Check that your users can open it.'
    return check('Sign-in address', true, detail)
  }
}

const DAY = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })

// Many providers publish their metadata at their entity id.
async function checkMetadata(ask: OutgoingFetch, issuer: string): Promise<ConnectionCheck[]> {
  const xml = /^https?:\/\//.test(issuer)
    ? await textAt(ask, issuer).catch(() => undefined)
    : undefined
  const entity = xml === undefined ? undefined : entityIn(xml)
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

async function jsonAt(ask: OutgoingFetch, address: string): Promise<unknown> {
  const text = await textAt(ask, address)
  try {
    return JSON.parse(text ?? '')
  } catch {
    return undefined
  }
}

async function textAt(ask: OutgoingFetch, address: string): Promise<string | undefined> {
  const answer = await answerOf(ask, address)
  return answer?.status === 200 ? await answer.text() : undefined
}

async function statusAt(ask: OutgoingFetch, address: string): Promise<number | undefined> {
  return (await answerOf(ask, address))?.status
}

/** Undefined without an answer. Throws only for an address that we may not call. */
async function answerOf(ask: OutgoingFetch, address: string): Promise<Response | undefined> {
  try {
    return await ask(address)
  } catch (error) {
    if (isPrivateAddressError(error)) throw error
    return undefined
  }
}
