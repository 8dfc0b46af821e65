import type { PublicContext } from '#core/context.ts'
import { type Db, scopeOf } from '#db/scope.ts'
import { setCookie } from '#core/cookies.ts'
import { withTenants } from '#db/pools.ts'
import { hashOf, randomToken } from '#core/random-token.ts'
import { startSession } from '#features/identity/sign-in.ts'
import { addressOf } from '#support/address-of.ts'
import { recordEvent } from '#support/audit.queries.ts'
import { isBoundBrowser, bindBrowser } from './browser-binding.ts'
import {
  findTarget,
  hasEnded,
  insertHandover,
  insertHandoverCode,
  takeHandover,
  takeHandoverCode,
} from './handover.queries.ts'
import type { VouchedBy } from './identities.queries.ts'
import { SsoFailure } from './sso-failure.ts'
import { endCircle } from './start-unsolicited.ts'
import { findActiveTenant } from '#support/tenants.queries.ts'

/** Longer headers make nginx call the node dead, for everyone. */
const LONGEST_SEARCH = 2000

/** Starts a session at this host and answers the page that takes over its token. */
export async function startSessionHere(
  db: Db,
  context: PublicContext,
  userId: number,
  vouched: VouchedBy,
  redirect = '/',
) {
  const token = await startSession(db, context, userId, { method: 'sso' }, vouched)
  endCircle(context)
  // The page that this leads to reads and deletes it.
  setCookie(context, 'pat_oidc', token)
  const search = redirect === '/' ? '' : `?${new URLSearchParams({ redirect }).toString()}`
  return `/auth/sso/process-signin${search.length > LONGEST_SEARCH ? '' : search}`
}

/** Answers an address at the host of another organisation, where its user is signed in. It works in this browser only. */
export async function createHandover(
  db: Db,
  context: PublicContext,
  { tenantId, userId }: { tenantId: number; userId: number },
  vouched: VouchedBy,
): Promise<string> {
  const { scope, tenant } = context
  const secret = randomToken()
  const browser = bindBrowser(context, 'hp')
  await insertHandover(db, scope, {
    id_hash: hashOf(secret),
    browser_hash: hashOf(browser),
    target_tenant_id: tenantId,
    person_id: userId,
    ...vouched,
  })
  // The id names the tenant that has the row, so that the other host can ask there.
  const id = `${tenant.id}.${secret}`
  return await addressAt(db, context, tenantId, `/api/auth/handover/start?h=${id}`)
}

/** At the other host: binds the handover to this browser, then asks the first host to approve. */
export async function startHandover(context: PublicContext, id: string): Promise<string> {
  const [from] = split(id)
  const verifier = bindBrowser(context, 'hv')
  const challenge = hashOf(verifier).toString('base64url')
  const search = new URLSearchParams({ h: id, c: challenge }).toString()
  return await context.inTenant((db) =>
    addressAt(db, context, from, `/api/auth/handover/approve?${search}`, UNKNOWN),
  )
}

/** At the first host, in the browser that signed in there: creates a one-time code for the other host. */
export async function approveHandover(context: PublicContext, id: string, challenge: string) {
  const { app, scope, inTenant } = context
  const idHash = hashOf(split(id)[1])
  const targetId = await inTenant((db) => findTarget(db, scope, idHash))
  if (targetId === undefined)
    throw await endedOr(
      context,
      idHash,
      'the link that continues this sign-in at the user’s organisation is unknown, expired or already used',
    )
  // In one transaction, so that a change of the connection finds either the handover or its code.
  const next = await withTenants(app.pools, [scope.tenantId, targetId], async (db) => {
    const taken = await takeHandover(db, scope, idHash)
    if (!taken) return undefined
    if (!isBoundBrowser(context, 'hp', taken.browser_hash))
      return new SsoFailure('expired', 'another browser started this sign-in')
    const code = randomToken()
    await insertHandoverCode(db, scopeOf(targetId), {
      code_hash: hashOf(code),
      challenge,
      user_id: taken.person_id,
      connection_id: taken.connection_id,
      is_salesforce: taken.is_salesforce,
    })
    return await addressAt(db, context, targetId, `/api/auth/handover/finish?code=${code}`)
  })
  return orThrow(
    next ??
      (await endedOr(
        context,
        idHash,
        'the link that continues this sign-in at the user’s organisation is unknown, expired or already used',
      )),
  )
}

/** At the other host, in the browser that started there: exchanges the code for a session. */
export async function finishHandover(context: PublicContext, code: string): Promise<string> {
  const { scope, inTenant, request } = context
  const next = await inTenant(async (db) => {
    const taken = await takeHandoverCode(db, scope, hashOf(code))
    if (!taken) return undefined
    if (!isBoundBrowser(context, 'hv', Buffer.from(taken.challenge, 'base64url')))
      return new SsoFailure(
        'expired',
        'another browser requested the code that continues this sign-in',
      )
    const { user_id, connection_id, is_salesforce } = taken
    if (!taken.is_active)
      return new SsoFailure(
        'inactive',
        `user ${user_id} is inactive. Activate them on the user’s page if they should sign in`,
      )
    await recordEvent(db, { scope, actor: { id: user_id }, request }, 'session.handed_over')
    return await startSessionHere(db, context, user_id, { connection_id, is_salesforce })
  })
  return orThrow(
    next ??
      (await endedOr(
        context,
        hashOf(code),
        'the code that continues this sign-in is unknown, expired or already used',
      )),
  )
}

/** The connection belongs to another organisation, so its admins read more. */
async function endedOr({ scope, inTenant }: PublicContext, hash: Buffer, otherwise: string) {
  if (!(await inTenant((db) => hasEnded(db, scope, hash))))
    return new SsoFailure('expired', otherwise)
  const detail =
    'the connection that signs in this user was changed, turned off or removed after this sign-in started. Start again'
  return new SsoFailure('changed', detail)
}

/** After the commit, because a refusal uses a handover up. */
function orThrow(next: string | SsoFailure): string {
  if (next instanceof SsoFailure) throw next
  return next
}

function split(id: string): [tenantId: number, secret: string] {
  const [, tenantId, secret] = /^([1-9]\d{0,14})\.([\w-]{43})$/.exec(id) ?? []
  if (tenantId === undefined || secret === undefined) {
    throw new SsoFailure(
      'expired',
      'the link that continues this sign-in at another organisation is incomplete or damaged',
    )
  }
  return [Number(tenantId), secret]
}

const GONE = [
  'changed',
  'the organisation where this sign-in continues was deleted or is suspended. Ask a god-admin to reactivate the organisation if its users should sign in',
] as const
/** A browser can bring any ID. */
const UNKNOWN = [
  'expired',
  'the link that continues this sign-in names an organisation that doesn’t exist or is suspended',
] as const

/** Built from the tenant's row, never from what a browser sent. */
async function addressAt(
  db: Db,
  { app }: PublicContext,
  tenantId: number,
  path: string,
  [reason, detail]: typeof GONE | typeof UNKNOWN = GONE,
) {
  const tenant = await findActiveTenant(db, tenantId)
  if (!tenant) throw new SsoFailure(reason, detail)
  return addressOf({ app, tenant }, path)
}
