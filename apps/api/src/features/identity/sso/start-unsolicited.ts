import { type SamlOutline, outlineOf } from '#adapters/saml-response.ts'
import type { PublicContext } from '#core/context.ts'
import { clearCookie, readCookie, setCookie } from '#core/cookies.ts'
import { listSamlConnections } from './connections.queries.ts'
import { samlSettings } from './settings-of.ts'
import { SsoFailure } from './sso-failure.ts'

const STARTED = 'sso_unsolicited'
/** A provider that answers no request of ours would otherwise send the browser round in circles. */
const SECONDS = 15

/**
 * A response without a request, from a tile in the provider's own start page. Nothing of it is used: it only leads to a
 * sign-in of our own, as a link to the provider would.
 */
export async function startUnsolicited(
  context: PublicContext,
  samlResponse: string,
): Promise<string> {
  const outline = samlResponse === '' ? undefined : readable(samlResponse)
  if (outline?.issuer === undefined || outline.inResponseTo !== undefined)
    throw new SsoFailure('expired', 'the sign-in doesn’t exist')
  const connections = await context.inTenant((db) =>
    listSamlConnections(db, context.scope, outline.issuer ?? ''),
  )
  const isMeant = (one: (typeof connections)[number]) =>
    outline.audiences.includes(samlSettings(context, one).entityId)
  const connection = connections.find(isMeant) ?? connections[0]
  if (!connection)
    throw new SsoFailure('unknown-domain', `no connection has the entity ID ${outline.issuer}`)
  return `/api/auth/sso/${connection.domain}/start?unsolicited=1`
}

/** Refuses to start twice within seconds in one browser. */
export function refuseCircle(context: PublicContext): void {
  if (readCookie(context, STARTED) !== undefined) {
    throw new SsoFailure(
      'rejected',
      'the provider answers without a request of ours, again after we sent one: let it answer requests (SP-initiated sign-in)',
    )
  }
  setCookie(context, STARTED, '1', SECONDS)
}

/** A finished sign-in ends the wait. */
export function endCircle(context: PublicContext): void {
  if (readCookie(context, STARTED) !== undefined) clearCookie(context, STARTED)
}

function readable(samlResponse: string): SamlOutline | undefined {
  try {
    return outlineOf(samlResponse)
  } catch {
    return undefined
  }
}
