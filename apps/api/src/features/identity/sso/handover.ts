import type { PublicContext } from '#core/context.ts'
import { type Db, scopeOf } from '#db/scope.ts'
import { setCookie } from '#core/cookies.ts'
import { withTenant } from '#db/pools.ts'
import { hashOf, randomToken } from '#core/random-token.ts'
import { startSession } from '#features/identity/sign-in.ts'
import { addressOf } from '#support/address-of.ts'
import { recordEvent } from '#support/audit.queries.ts'
import { isBoundBrowser, bindBrowser } from './browser-binding.ts'
import {
  insertHandover,
  insertHandoverCode,
  takeHandover,
  takeHandoverCode,
} from './handover.queries.ts'
import type { VouchedBy } from './identities.queries.ts'
import { SsoFailure } from './sso-failure.ts'
import { endCircle } from './start-unsolicited.ts'
import { findActiveTenant } from '#support/tenants.queries.ts'

/** Starts a session at this host and answers the page that takes over its token. */
export async function startSessionHere(
  context: PublicContext,
  userId: number,
  vouched: VouchedBy,
  redirect = '/',
) {
  const start = async (db: Db) =>
    await startSession(db, context, userId, { method: 'sso' }, vouched)
  const token = await context.inTenant(start)
  endCircle(context)
  // The page that this leads to reads and deletes it.
  setCookie(context, 'pat_oidc', token)
  const search = redirect === '/' ? '' : `?${new URLSearchParams({ redirect }).toString()}`
  return `/auth/sso/process-signin${search}`
}

/** Answers an address at the host of another organisation, where its user is signed in. It works in this browser only. */
export async function createHandover(
  context: PublicContext,
  { tenantId, userId }: { tenantId: number; userId: number },
  vouched: VouchedBy,
): Promise<string> {
  const { scope, tenant, inTenant } = context
  const secret = randomToken()
  const browser = bindBrowser(context, 'hp')
  await inTenant((db) =>
    insertHandover(db, scope, {
      id_hash: hashOf(secret),
      browser_hash: hashOf(browser),
      target_tenant_id: tenantId,
      person_id: userId,
      ...vouched,
    }),
  )
  // The id names the tenant that has the row, so that the other host can ask there.
  const id = `${tenant.id}.${secret}`
  return await addressAt(context, tenantId, `/api/auth/handover/start?h=${id}`)
}

/** At the other host: binds the handover to this browser, then asks the first host to approve. */
export async function startHandover(context: PublicContext, id: string): Promise<string> {
  const [from] = split(id)
  const verifier = bindBrowser(context, 'hv')
  const challenge = hashOf(verifier).toString('base64url')
  return await addressAt(
    context,
    from,
    `/api/auth/handover/approve?${new URLSearchParams({ h: id, c: challenge }).toString()}`,
  )
}

/** At the first host, in the browser that signed in there: creates a one-time code for the other host. */
export async function approveHandover(context: PublicContext, id: string, challenge: string) {
  const { app, scope, inTenant } = context
  const [, secret] = split(id)
  const taken = await inTenant((db) => takeHandover(db, scope, hashOf(secret)))
  if (!taken) throw new SsoFailure('expired', 'the handover doesn’t exist')
  if (!isBoundBrowser(context, 'hp', taken.browser_hash)) {
    throw new SsoFailure('expired', 'another browser signed in')
  }
  const code = randomToken()
  const target = scopeOf(taken.target_tenant_id)
  await withTenant(app.pools, target.tenantId, (db) =>
    insertHandoverCode(db, target, {
      code_hash: hashOf(code),
      challenge,
      user_id: taken.person_id,
      connection_id: taken.connection_id,
      is_salesforce: taken.is_salesforce,
    }),
  )
  return await addressAt(context, target.tenantId, `/api/auth/handover/finish?code=${code}`)
}

/** At the other host, in the browser that started there: exchanges the code for a session. */
export async function finishHandover(context: PublicContext, code: string): Promise<string> {
  const { scope, inTenant, request } = context
  const taken = await inTenant((db) => takeHandoverCode(db, scope, hashOf(code)))
  if (!taken) throw new SsoFailure('expired', 'the code doesn’t exist')
  if (!isBoundBrowser(context, 'hv', Buffer.from(taken.challenge, 'base64url'))) {
    throw new SsoFailure('expired', 'another browser requested the code')
  }
  if (!taken.is_active) throw new SsoFailure('inactive', `user ${taken.user_id} is inactive`)
  await inTenant((db) =>
    recordEvent(db, { scope, actor: { id: taken.user_id }, request }, 'session.handed_over'),
  )
  const { connection_id, is_salesforce } = taken
  return await startSessionHere(context, taken.user_id, { connection_id, is_salesforce })
}

function split(id: string): [tenantId: number, secret: string] {
  const [, tenantId, secret] = /^([1-9]\d{0,14})\.([\w-]{43})$/.exec(id) ?? []
  if (tenantId === undefined || secret === undefined) {
    throw new SsoFailure('expired', 'not the id of a handover')
  }
  return [Number(tenantId), secret]
}

/** Built from the tenant's row, never from what a browser sent. */
async function addressAt({ app, inTenant }: PublicContext, tenantId: number, path: string) {
  const tenant = await inTenant((db) => findActiveTenant(db, tenantId))
  if (!tenant) throw new SsoFailure('expired', 'the organisation doesn’t exist')
  return addressOf({ app, tenant }, path)
}
