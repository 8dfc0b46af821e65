import { safeRedirect } from 'contract/safe-redirect'
import { SsoDomain } from 'contract/sso'
import { startOpenid } from '#adapters/openid.ts'
import { openidFault } from '#adapters/openid-faults.ts'
import { startSaml } from '#adapters/saml.ts'
import { refuseInsecure } from '#adapters/outgoing.ts'
import { providerText } from '#adapters/provider-claims.ts'
import { clientAddressOf } from '#core/client-address.ts'
import type { PublicContext } from '#core/context.ts'
import { hashOf, randomToken } from '#core/random-token.ts'
import { type Limit, secondsToWait } from '#support/limit-attempts.ts'
import { bindBrowser } from './browser-binding.ts'
import { type SsoConnection, findConnection, isTurnedOff } from './connections.queries.ts'
import { isStrictOf, openidSettings, samlSettings } from './settings-of.ts'
import { SsoFailure, TURN_ON, aboutConnection } from './sso-failure.ts'
import { refuseCircle } from './start-unsolicited.ts'
import { insertTransaction } from './transactions.queries.ts'

// A whole organisation may have one address.
const PER_ADDRESS: Limit = { name: 'sso address', most: 300, windowSeconds: 900 }

/** nginx calls a node dead, for everyone, whose answer has more than 4 KB of headers. This leaves room for the others. */
const LONGEST_ADDRESS = 2500

/** Answers the address at the identity provider of a domain. */
export async function startSso(
  context: PublicContext,
  domain: string,
  { redirect = '/', unsolicited }: { redirect?: string | undefined; unsolicited?: '1' | undefined },
) {
  const connection = await connectionFor(context, domain)
  return await aboutConnection(connection, async () => {
    if (unsolicited !== undefined) refuseCircle(context)
    return await leaveFor(context, connection, { redirect: safeRedirect(redirect) })
  })
}

export async function connectionFor(context: PublicContext, domain: string) {
  const { scope, request, inTenant } = context
  requireSsoMode(context)
  if ((await secondsToWait(context, PER_ADDRESS, clientAddressOf(request))) > 0) {
    throw new SsoFailure('too-many', 'too many from one address')
  }
  const { data: name } = SsoDomain.safeParse(domain)
  const connection = name && (await inTenant((db) => findConnection(db, scope, { domain: name })))
  if (connection) return connection
  const isOff = name && (await inTenant((db) => isTurnedOff(db, scope, { domain: name })))
  throw new SsoFailure(
    'unknown-domain',
    isOff
      ? `the connection for the domain ${name} is turned off. ${TURN_ON}`
      : `there is no connection for the domain ${providerText(domain)}. Check the link that the user opened, or add a connection for this domain`,
  )
}

/** With `link_session_id` the identity is linked to the account of this session, not signed in. */
export async function leaveFor(
  context: PublicContext,
  connection: SsoConnection,
  purpose: { redirect: string; link_session_id?: number },
): Promise<string> {
  const { scope, inTenant } = context
  const { url, ...opened } = await openAt(context, connection)
  const { length } = url.href
  if (length > LONGEST_ADDRESS)
    throw new SsoFailure(
      'misconfigured',
      `the address that opens the provider’s page is ${length} characters long, but proxies accept only ${LONGEST_ADDRESS}. Shorten the sign-in address (OpenID: authorization_endpoint), or require fewer sign-in methods`,
    )
  const browser = bindBrowser(context, 'sso_tx')
  await inTenant((db) =>
    insertTransaction(db, scope, {
      connection_id: connection.id,
      browser_hash: hashOf(browser),
      ...purpose,
      ...opened,
    }),
  )
  return url.href
}

export function requireSsoMode({ tenant }: PublicContext): void {
  if (tenant.kind === 'platform')
    throw new SsoFailure(
      'unknown-domain',
      'the admin address has no single sign-on. Use a password',
    )
  if (tenant.signInMode === 'credentials') {
    throw new SsoFailure(
      'unknown-domain',
      'single sign-on is turned off for this organisation. Turn it on in the organisation’s settings if users should sign in with it',
    )
  }
}

async function openAt(context: PublicContext, connection: SsoConnection) {
  if (connection.kind === 'saml') return await openSaml(context, connection)
  const settings = openidSettings(context, connection)
  const { url, request } = await startOpenid(settings).catch((error: unknown) => {
    throw new SsoFailure(openidFault(error), 'the provider can’t be used', error)
  })
  return {
    url,
    state_hash: hashOf(request.state),
    nonce: request.nonce,
    verifier: request.verifier,
  }
}

function requireSecure(address: string) {
  try {
    refuseInsecure(address)
  } catch {
    const detail =
      'the sign-in address of the connection doesn’t start with https://, or has a user name or password in it. Enter an https address without them in the connection'
    throw new SsoFailure('misconfigured', detail)
  }
}

async function openSaml(context: PublicContext, connection: SsoConnection) {
  const settings = samlSettings(context, connection)
  if (isStrictOf(context.app)) requireSecure(settings.entryPoint)
  const state = randomToken()
  const { url, requestId } = await startSaml(settings, state)
  return { url, state_hash: hashOf(state), request_id: requestId }
}
