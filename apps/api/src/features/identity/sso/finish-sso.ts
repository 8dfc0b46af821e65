import type { ProviderClaims } from '#adapters/provider-claims.ts'
import { finishOpenid } from '#adapters/openid.ts'
import { openidFault } from '#adapters/openid-faults.ts'
import { finishSaml, samlFault } from '#adapters/saml.ts'
import type { PublicContext } from '#core/context.ts'
import { type Db, scopeOf } from '#db/scope.ts'
import { withTenants } from '#db/pools.ts'
import { finishSsoLink } from '#features/identity/linking/link-sso.ts'
import { hashOf, randomToken } from '#core/random-token.ts'
import { isBoundBrowser } from './browser-binding.ts'
import { type SsoConnection, findConnection, isTurnedOff } from './connections.queries.ts'
import { findUser } from './find-user.ts'
import { startSessionHere, createHandover } from './handover.ts'
import { vouchedBy } from './identities.queries.ts'
import { openidSettings, samlSettings } from './settings-of.ts'
import {
  SsoFailure,
  TURN_ON,
  aboutConnection,
  orBackToSettings,
  withAttributes,
} from './sso-failure.ts'
import { startUnsolicited } from './start-unsolicited.ts'
import { requireSsoMode } from './start-sso.ts'
import {
  endTransaction,
  findEnded,
  storeAnswer,
  takeAnswer,
  takeRequest,
  takeTransaction,
} from './transactions.queries.ts'

/** `domain` is the connection whose own address got the answer; undefined for the address that older ones share. */
export async function finishOpenidSignIn(
  context: PublicContext,
  state: string | undefined,
  domain?: string,
): Promise<string> {
  const { scope, inTenant, request } = context
  const taken = await inTenant((db) => takeTransaction(db, scope, hashOf(state ?? '')))
  if (!taken)
    return await orEnded(context, hashOf(state ?? ''), () => {
      throw unknownState(context, state)
    })
  return await inTenantOf(context, taken, async () => {
    requireBrowser(context, taken.browser_hash)
    return await atConnection(context, taken.connection_id, async (connection) => {
      requireOwnAnswer(connection, domain)
      const claimed = await finishOpenid(
        openidSettings(context, connection),
        request.url.slice(request.url.indexOf('?') + 1),
        {
          state: state ?? '',
          nonce: taken.nonce ?? '',
          verifier: taken.verifier ?? '',
          startedAt: new Date(taken.created_at),
        },
      ).catch((error: unknown) => {
        throw refusedAnswer(openidFault(error), error)
      })
      return await complete(context, connection, claimed, taken)
    })
  })
}

/** Verifies what a SAML provider posted. The browser's cookie comes with the next request only. */
export async function receiveSamlAnswer(
  context: PublicContext,
  { SAMLResponse, RelayState }: { SAMLResponse: string; RelayState: string },
): Promise<string> {
  const { app, scope, inTenant } = context
  const stateHash = hashOf(RelayState)
  const taken = await inTenant((db) => takeRequest(db, scope, stateHash))
  if (!taken)
    return await orEnded(context, stateHash, () =>
      startUnsolicited(context, SAMLResponse, RelayState),
    )
  return await inTenantOf(context, taken, async () => {
    const request = { id: taken.request_id ?? '', createdAt: new Date(taken.created_at) }
    const { threads } = app.adapters
    const claimed = await atConnection(context, taken.connection_id, (connection) =>
      finishSaml(threads, samlSettings(context, connection), SAMLResponse, request).catch(
        (error: unknown) => {
          throw refusedAnswer(samlFault(error), error)
        },
      ),
    )
    const finish = randomToken()
    await inTenant((db) =>
      storeAnswer(db, scope, stateHash, { finishHash: hashOf(finish), claims: claimed }),
    )
    return `/api/auth/sso/finish?id=${finish}`
  })
}

/** Ends a SAML sign-in in the browser that started it. */
export async function finishSamlSignIn(context: PublicContext, id: string): Promise<string> {
  const { scope, inTenant } = context
  const taken = await inTenant((db) => takeAnswer(db, scope, hashOf(id)))
  if (!taken)
    return await orEnded(context, hashOf(id), () => {
      throw new SsoFailure('expired', 'the response is unknown, expired or already used')
    })
  return await inTenantOf(context, taken, async () => {
    requireBrowser(context, taken.browser_hash)
    return await atConnection(context, taken.connection_id, (connection) =>
      complete(context, connection, taken.claims, taken),
    )
  })
}

/** What to do about an unknown sign-in that no change of its connection has ended. */
async function orEnded(
  context: PublicContext,
  hash: Buffer,
  otherwise: () => Promise<string>,
): Promise<string> {
  const { scope, inTenant } = context
  const ended = await inTenant((db) => findEnded(db, scope, hash))
  if (!ended) return await otherwise()
  return await inTenantOf(context, ended, async () => {
    requireSsoMode(context)
    throw endedBy(ended)
  })
}

const GONE = { is_active: null, domain: null }

type Ended = { is_active: boolean | null; domain: string | null }

function endedBy({ is_active, domain }: Ended): SsoFailure {
  if (domain === null) return removed()
  const failure = is_active ? changed() : turnedOff()
  failure.domain = domain
  return failure
}

function changed(): SsoFailure {
  const detail =
    'the connection that this sign-in uses was changed after the sign-in started. Start again'
  return new SsoFailure('changed', detail)
}

function removed(): SsoFailure {
  const detail =
    'the connection that this sign-in uses was removed after the sign-in started. Add it again in the organisation’s settings if users should sign in with it'
  return new SsoFailure('changed', detail)
}

function turnedOff(): SsoFailure {
  const detail = `the connection that this sign-in uses was turned off after the sign-in started. ${TURN_ON}`
  return new SsoFailure('changed', detail)
}

/** Someone who opens the address by hand brings no answer. */
function unknownState({ request }: PublicContext, state: string | undefined): SsoFailure {
  const isAnswer = ['code', 'error'].some((name) => request.url.includes(`${name}=`))
  if (state === undefined && isAnswer)
    return new SsoFailure(
      'misconfigured',
      'the provider’s response has no state. Check that the provider, and any proxy between it and Waymark, sends the state back unchanged',
    )
  return new SsoFailure('expired', 'the sign-in is unknown, expired or already used')
}

function refusedAnswer(reason: SsoFailure['reason'], cause: unknown) {
  const isCall = reason === 'unavailable' || reason === 'unreachable'
  const what = isCall ? 'the provider can’t be used' : 'Waymark refused the provider’s response'
  return new SsoFailure(reason, what, cause)
}

type Purpose = { redirect: string; link_session_id: number | null }
type Taken = Purpose & { state_hash: Buffer }

/** A failure to link leads to the settings, any other to the failure screen. */
async function inTenantOf(
  context: PublicContext,
  { redirect, link_session_id }: Purpose,
  work: () => Promise<string>,
): Promise<string> {
  return await (link_session_id === null ? work() : orBackToSettings(context, redirect, work))
}

function requireBrowser(context: PublicContext, hash: Buffer) {
  if (!isBoundBrowser(context, 'sso_tx', hash)) {
    throw new SsoFailure('expired', 'another browser started this sign-in')
  }
}

// Providers needn't name themselves, so the address tells whose answer it is (RFC 9700, section 4.4.2).
function requireOwnAnswer({ domain, has_own_address }: SsoConnection, cameTo: string | undefined) {
  if (cameTo !== (has_own_address ? domain : undefined)) {
    throw new SsoFailure(
      'rejected',
      'the response arrived at another connection’s address. Start again. If it happens again, copy the redirect address shown for the connection, and enter it at the connection’s provider',
    )
  }
}

async function atConnection<T>(
  context: PublicContext,
  id: number | null,
  work: (connection: SsoConnection) => Promise<T>,
): Promise<T> {
  const connection = await connectionOf(context, id)
  return await aboutConnection(connection, () => work(connection))
}

// A connection that was switched off ends the sign-ins that started before.
async function connectionOf(context: PublicContext, id: number | null): Promise<SsoConnection> {
  requireSsoMode(context)
  if (id === null) throw removed()
  const connection = await context.inTenant((db) => findConnection(db, context.scope, { id }))
  if (connection) return connection
  const isOff = await context.inTenant((db) => isTurnedOff(db, context.scope, { id }))
  throw isOff ? turnedOff() : removed()
}

async function complete(
  context: PublicContext,
  connection: SsoConnection,
  claimed: ProviderClaims,
  { redirect, link_session_id, state_hash }: Taken,
): Promise<string> {
  const { app, tenant, request, scope } = context
  // Its own users, or the users of the organisation that a god-admin chose.
  const tenantId = connection.people_tenant_id ?? tenant.id
  const vouched = vouchedBy({ connectionId: connection.id })
  const finish = async (db: Db) => {
    if (!(await endTransaction(db, scope, state_hash)))
      throw endedBy((await findEnded(db, scope, state_hash)) ?? GONE)
    if (link_session_id !== null)
      return await finishSsoLink(db, context, connection, claimed, { redirect, link_session_id })
    const origin = { app, scope: scopeOf(tenantId), request }
    const userId = await findUser(db, origin, connection, claimed)
    return tenantId === tenant.id
      ? await startSessionHere(db, context, userId, vouched, redirect)
      : await createHandover(db, context, { tenantId, userId }, vouched)
  }
  const isElsewhere = tenantId !== tenant.id && link_session_id === null
  return await withAttributes(claimed, () =>
    isElsewhere ? withTenants(app.pools, [tenant.id, tenantId], finish) : context.inTenant(finish),
  )
}
