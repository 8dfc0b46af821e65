import { type Claimed, finishOpenid, openidFault } from '#adapters/openid.ts'
import { finishSaml, samlFault } from '#adapters/saml.ts'
import { type PublicContext, scopeOf } from '#core/context.ts'
import { withTenant } from '#db/pools.ts'
import { linkPerson } from '#features/identity/linking/link-sso.ts'
import { hasProof } from './browser-proof.ts'
import { type SsoConnection, findConnectionById } from './connections.queries.ts'
import { enterHere } from './enter-here.ts'
import { findUser } from './find-user.ts'
import { handOver } from './hand-over.ts'
import { hashOf, randomToken } from './one-time.ts'
import { openidSettings, samlSettings } from './settings-of.ts'
import { SsoFailure, orBackToSettings } from './sso-failure.ts'
import { requireSsoMode } from './start-sso.ts'
import { keepAnswer, takeAnswer, takeRequest, takeTransaction } from './transactions.queries.ts'

/**
 * The end of an OpenID sign-in: state, browser, code, nonce and id token, each good once. `domain`: whose address
 * the answer came to, if not the one that older connections share.
 */
export async function finishOpenidSignIn(
  context: PublicContext,
  state: string | undefined,
  domain?: string,
): Promise<string> {
  const { scope, inTenant, request } = context
  const taken = await inTenant((db) => takeTransaction(db, scope, hashOf(state ?? '')))
  if (!taken) throw new SsoFailure('expired', 'no such sign-in under way')
  return await inPlace(context, taken, async () => {
    requireBrowser(context, taken.browser_hash)
    const connection = await connectionOf(context, taken.connection_id)
    requireOwnAnswer(connection, domain)
    const person = await finishOpenid(
      openidSettings(context, connection),
      request.url.slice(request.url.indexOf('?') + 1),
      { state: state ?? '', nonce: taken.nonce ?? '', verifier: taken.verifier ?? '' },
    ).catch((error: unknown) => {
      throw new SsoFailure(openidFault(error), 'the provider’s answer was refused', error)
    })
    return await complete(context, connection, person, taken)
  })
}

/** Verifies what a SAML provider posted; the browser's own cookie comes with the next step only. */
export async function receiveSamlAnswer(
  context: PublicContext,
  { SAMLResponse, RelayState }: { SAMLResponse: string; RelayState: string },
): Promise<string> {
  const { scope, inTenant } = context
  const stateHash = hashOf(RelayState)
  const taken = await inTenant((db) => takeRequest(db, scope, stateHash))
  if (!taken) throw new SsoFailure('expired', 'no such sign-in under way')
  return await inPlace(context, taken, async () => {
    const connection = await connectionOf(context, taken.connection_id)
    const asked = { id: taken.request_id ?? '', createdAt: new Date(taken.created_at) }
    const person = await finishSaml(samlSettings(context, connection), SAMLResponse, asked).catch(
      (error: unknown) => {
        throw new SsoFailure(
          samlFault(error, SAMLResponse),
          'the provider’s answer was refused',
          error,
        )
      },
    )
    const finish = randomToken()
    await inTenant((db) => keepAnswer(db, scope, stateHash, { finishHash: hashOf(finish), person }))
    return `/api/auth/sso/finish?id=${finish}`
  })
}

/** The end of a SAML sign-in, in the browser that began it. */
export async function finishSamlSignIn(context: PublicContext, id: string): Promise<string> {
  const { scope, inTenant } = context
  const taken = await inTenant((db) => takeAnswer(db, scope, hashOf(id)))
  if (!taken) throw new SsoFailure('expired', 'no such answer')
  return await inPlace(context, taken, async () => {
    requireBrowser(context, taken.browser_hash)
    const connection = await connectionOf(context, taken.connection_id)
    return await complete(context, connection, taken.person, taken)
  })
}

type Purpose = { redirect: string; link_session_id: number | null }

/** Who came to link hears of a failure in the settings, everybody else on the screen for it. */
async function inPlace(
  context: PublicContext,
  { redirect, link_session_id }: Purpose,
  work: () => Promise<string>,
): Promise<string> {
  return await (link_session_id === null ? work() : orBackToSettings(context, redirect, work))
}

function requireBrowser(context: PublicContext, hash: Buffer) {
  if (!hasProof(context, '__Host-sso_tx', hash)) {
    throw new SsoFailure('expired', 'another browser began this sign-in')
  }
}

// Providers may leave out who they are: then the address tells whose answer it is (RFC 9700, section 4.4.2).
function requireOwnAnswer({ domain, has_own_address }: SsoConnection, cameTo: string | undefined) {
  if (cameTo !== (has_own_address ? domain : undefined)) {
    throw new SsoFailure('rejected', 'the answer came to another connection’s address')
  }
}

// Switched off meanwhile, it ends what is under way, too.
async function connectionOf(context: PublicContext, id: number): Promise<SsoConnection> {
  requireSsoMode(context)
  const connection = await context.inTenant((db) => findConnectionById(db, context.scope, id))
  if (!connection) throw new SsoFailure('unknown-domain', 'the connection is switched off')
  return connection
}

async function complete(
  context: PublicContext,
  connection: SsoConnection,
  person: Claimed,
  { redirect, link_session_id }: Purpose,
): Promise<string> {
  const { app, tenant, request } = context
  if (link_session_id !== null) {
    return await linkPerson(context, connection, person, { redirect, link_session_id })
  }
  // An organisation's own people, or those of the one that the platform has named: never anybody else's.
  const tenantId = connection.people_tenant_id ?? tenant.id
  const userId = await withTenant(app.pools, tenantId, (db) =>
    findUser(db, { app, scope: scopeOf(tenantId), requestId: request.id }, connection, person),
  )
  return tenantId === tenant.id
    ? await enterHere(context, userId, redirect)
    : await handOver(context, { tenantId, userId })
}
