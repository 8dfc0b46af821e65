import { providerText } from '#adapters/provider-claims.ts'
import { refusalIn, samlFault } from '#adapters/saml.ts'
import { type SamlOutline, outlineOf } from '#adapters/saml-response.ts'
import type { PublicContext } from '#core/context.ts'
import { clearCookie, readCookie, setCookie } from '#core/cookies.ts'
import { isTurnedOff, listSamlConnections } from './connections.queries.ts'
import { samlSettings } from './settings-of.ts'
import { SsoFailure, TURN_ON } from './sso-failure.ts'
import { hasRequest } from './transactions.queries.ts'

const STARTED = 'sso_unsolicited'
/** A provider that answers no request of ours would otherwise send the browser round in circles. Users click twice. */
const MOST = 5
const SECONDS = 15

/**
 * A response without a request, from a tile in the provider's own start page. Nothing of it is used: it only leads to a
 * sign-in of our own, as a link to the provider would.
 */
export async function startUnsolicited(
  context: PublicContext,
  samlResponse: string,
  relayState: string,
): Promise<string> {
  if (samlResponse === '')
    throw new SsoFailure('expired', 'the sign-in is unknown, expired or already used')
  const outline = readable(samlResponse, relayState)
  if (outline.inResponseTo !== undefined)
    throw await unknownRequest(context, outline.inResponseTo, relayState)
  // A sign-in of our own would lead to the same refusal.
  const refusal = refusalIn(outline)
  if (refusal)
    throw new SsoFailure(samlFault(refusal), 'Waymark refused the provider’s response', refusal)
  if (!outline.issuer)
    throw new SsoFailure(
      'misconfigured',
      'the Issuer of the provider’s response is missing or empty. Set the provider to send its entity ID as Issuer of the response and of its assertion',
    )
  const connections = await context.inTenant((db) =>
    listSamlConnections(db, context.scope, outline.issuer ?? ''),
  )
  const isMeant = (one: (typeof connections)[number]) =>
    outline.audiences.includes(samlSettings(context, one).entityId)
  const connection = connections.find(isMeant) ?? connections[0]
  if (!connection) throw await unknownProvider(context, outline.issuer)
  return `/api/auth/sso/${connection.domain}/start?unsolicited=1`
}

async function unknownProvider({ scope, inTenant }: PublicContext, issuer: string) {
  const what = `the entity ID ${providerText(issuer)}`
  const isOff = await inTenant((db) => isTurnedOff(db, scope, { issuer }))
  return new SsoFailure(
    'unknown-domain',
    isOff
      ? `the connection with ${what} is turned off. ${TURN_ON}`
      : `no connection has ${what}. If your provider has this entity ID, enter it in the provider’s connection`,
  )
}

/** Refuses to start again and again within seconds in one browser. */
export function refuseCircle(context: PublicContext): void {
  const started = Number(readCookie(context, STARTED) ?? 0)
  if (!(started < MOST)) {
    throw new SsoFailure(
      'misconfigured',
      'the provider doesn’t respond to Waymark’s requests and sends other responses instead. Set the provider to respond to requests (SP-initiated sign-in)',
    )
  }
  setCookie(context, STARTED, String(started + 1), SECONDS)
}

/** A finished sign-in ends the wait. */
export function endCircle(context: PublicContext): void {
  if (readCookie(context, STARTED) !== undefined) clearCookie(context, STARTED)
}

/** A response to a request of ours finds it by the relay state. */
async function unknownRequest(
  { scope, inTenant }: PublicContext,
  requestId: string,
  relayState: string,
): Promise<SsoFailure> {
  if (relayState !== '' && !(await inTenant((db) => hasRequest(db, scope, requestId))))
    return new SsoFailure('expired', 'the sign-in is unknown, expired or already used')
  const what =
    relayState === '' ? 'has no RelayState' : 'has a different RelayState from our request'
  return new SsoFailure(
    'misconfigured',
    `the provider’s response ${what}. Check that the provider, and any proxy between it and Waymark, sends the RelayState back unchanged`,
  )
}

/** With a relay state, it is rather a sign-in that has ended. */
function readable(samlResponse: string, relayState: string): SamlOutline {
  try {
    return outlineOf(samlResponse)
  } catch (error) {
    if (relayState !== '')
      throw new SsoFailure('expired', 'the sign-in is unknown, expired or already used')
    throw new SsoFailure(samlFault(error), 'the provider’s response can’t be read', error)
  }
}
