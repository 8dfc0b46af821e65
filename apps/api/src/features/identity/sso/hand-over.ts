import { type PublicContext, scopeOf } from '#core/context.ts'
import { hostnameOf } from '#core/host-tenant.ts'
import { withTenant } from '#db/pools.ts'
import { recordEvent } from '#support/audit.queries.ts'
import { originOf } from '#support/address-of.ts'
import { hasProof, setProof } from './browser-proof.ts'
import { enterHere } from './enter-here.ts'
import {
  findHost,
  insertHandover,
  insertHandoverCode,
  takeHandover,
  takeHandoverCode,
} from './hand-over.queries.ts'
import { hashOf, randomToken } from './one-time.ts'
import { SsoFailure } from './sso-failure.ts'

/**
 * Lets somebody who proved here to be a person of another tenant go on at that tenant's host. The
 * address that this answers is worth nothing in another browser.
 */
export async function handOver(
  context: PublicContext,
  { tenantId, userId }: { tenantId: number; userId: number },
): Promise<string> {
  const { scope, tenant, inTenant } = context
  const secret = randomToken()
  const browser = setProof(context, '__Host-hp')
  await inTenant((db) =>
    insertHandover(db, scope, {
      id_hash: hashOf(secret),
      browser_hash: hashOf(browser),
      target_tenant_id: tenantId,
      person_id: userId,
    }),
  )
  // The id says where it lies, and no more: the other host asks there.
  const id = `${tenant.id}.${secret}`
  return await addressAt(context, tenantId, `/api/auth/handoff/start?h=${id}`)
}

/** On the other host: binds the hand-over to this browser, and asks the first host to approve. */
export async function beginHandover(context: PublicContext, id: string): Promise<string> {
  const [from] = split(id)
  const verifier = setProof(context, '__Host-hv')
  const challenge = hashOf(verifier).toString('base64url')
  return await addressAt(
    context,
    from,
    `/api/auth/handoff/approve?${new URLSearchParams({ h: id, c: challenge }).toString()}`,
  )
}

/** On the first host, in the browser that signed in there: a one-time code for the other. */
export async function approveHandover(
  context: PublicContext,
  id: string,
  challenge: string,
): Promise<string> {
  const { app, scope, inTenant } = context
  const [, secret] = split(id)
  const taken = await inTenant((db) => takeHandover(db, scope, hashOf(secret)))
  if (!taken) throw new SsoFailure('expired', 'no such hand-over')
  if (!hasProof(context, '__Host-hp', taken.browser_hash)) {
    throw new SsoFailure('expired', 'another browser signed in')
  }
  const code = randomToken()
  const target = scopeOf(taken.target_tenant_id)
  await withTenant(app.pools, target.tenantId, (db) =>
    insertHandoverCode(db, target, {
      code_hash: hashOf(code),
      challenge,
      user_id: taken.person_id,
    }),
  )
  return await addressAt(context, target.tenantId, `/api/auth/handoff/finish?code=${code}`)
}

/** On the other host: redeems the code, in the browser that asked for it, and opens the session. */
export async function finishHandover(context: PublicContext, code: string): Promise<string> {
  const { scope, inTenant, request } = context
  const taken = await inTenant((db) => takeHandoverCode(db, scope, hashOf(code)))
  if (!taken) throw new SsoFailure('expired', 'no such code')
  if (!hasProof(context, '__Host-hv', Buffer.from(taken.challenge, 'base64url'))) {
    throw new SsoFailure('expired', 'another browser asked for the code')
  }
  if (!taken.isActive) throw new SsoFailure('inactive', `user ${taken.user_id} is deactivated`)
  await inTenant((db) =>
    recordEvent(db, { scope, actor: { id: taken.user_id }, request }, 'session.handed_over'),
  )
  return await enterHere(context, taken.user_id)
}

function split(id: string): [tenantId: number, secret: string] {
  const [, tenantId, secret] = /^([1-9]\d{0,14})\.([\w-]{43})$/.exec(id) ?? []
  if (tenantId === undefined || secret === undefined) {
    throw new SsoFailure('expired', 'not the id of a hand-over')
  }
  return [Number(tenantId), secret]
}

/** Built from the tenant's row: nothing that came in decides where people are sent. */
async function addressAt(
  { app, inTenant }: PublicContext,
  tenantId: number,
  path: string,
): Promise<string> {
  const tenant = await inTenant((db) => findHost(db, tenantId))
  if (!tenant) throw new SsoFailure('expired', 'there is no such organisation')
  const { domain, kind } = tenant
  const host = hostnameOf({ domain, kind: kindOf(kind) }, app.env.BASE_DOMAIN)
  return new URL(path, originOf(app.env, host)).href
}

function kindOf(kind: string) {
  return kind === 'public' || kind === 'platform' ? kind : 'organisation'
}
