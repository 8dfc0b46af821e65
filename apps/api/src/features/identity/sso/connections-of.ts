import type { Connection, ConnectionBody, ConnectionChange } from 'contract/connections'
import type { Scope, SignedInContext } from '#core/context.ts'
import { ApiError, notFound } from '#core/errors.ts'
import { hostnameOf } from '#core/host-tenant.ts'
import type { Db } from '#db/driver.ts'
import { recordEvent } from '#support/audit.queries.ts'
import { originOf } from '#support/address-of.ts'
import {
  idsInView,
  inOrganisation,
  isPlatformGod,
  requireChangeable,
} from '#support/tenant-scope.ts'
import { getTenantPlace, lockTenant } from '#support/tenants.queries.ts'
import { knownCertificates } from './certificates.ts'
import { connect, sealedSecret } from './connect.ts'
import { faultsOf, refuseFaults, secretFault } from './connection-faults.ts'
import {
  type SsoConnection,
  deleteConnection,
  listAllConnections,
  updateConnectionById,
} from './connections.queries.ts'
import { registration } from './registration.ts'

export async function connectionsOf(context: SignedInContext, id: number): Promise<Connection[]> {
  return await inOrganisation(context, id, (db, scope) => presentAll(db, scope, context))
}

export async function addConnectionTo(
  context: SignedInContext,
  id: number,
  { people_of, ...body }: ConnectionBody,
): Promise<Connection> {
  await requireChangeable(context, id)
  refuseFaults({
    ...faultsOf(context, body.kind, body),
    people_of: await peopleFault(context, id, people_of),
  })
  const { app } = context
  return await inOrganisation(context, id, async (db, scope) => {
    const added = await connect(
      db,
      scope,
      app.secrets,
      { ...body, people_tenant_id: people_of ?? null },
      context,
    )
    if (added === undefined)
      refuseFaults({ domain: 'There is already a connection for this domain' })
    return await find(db, scope, context, added ?? 0)
  })
}

export async function changeConnectionOf(
  context: SignedInContext,
  { id, connectionId }: { id: number; connectionId: number },
  { version, client_secret, people_of, ...settings }: ConnectionChange,
): Promise<Connection> {
  await requireChangeable(context, id)
  refuseFaults({ people_of: await peopleFault(context, id, people_of) })
  const change = { ...settings, ...(people_of !== undefined && { people_tenant_id: people_of }) }
  return await inOrganisation(context, id, async (db, scope) => {
    const tenant = await lockTenant(db, scope)
    const before = await find(db, scope, context, connectionId)
    if (before.version !== version)
      throw new ApiError('conflict', 'Somebody else changed it meanwhile. Open it again.', {
        details: before,
      })
    refuseForOthers(context, before)
    refuseFaults({
      ...faultsOf(context, before.kind, { ...change, client_secret }),
      ...secretFault(before, change.issuer, client_secret),
    })
    if (change.is_active === false) await refuseLast(db, scope, tenant, connectionId)
    const sealed = sealedSecret(context.app.secrets, scope, connectionId, client_secret)
    await updateConnectionById(db, scope, connectionId, {
      ...change,
      ...(sealed && { client_secret: sealed }),
    })
    await recordEvent(db, { ...context, scope }, 'sso.changed', {
      subject: `connection ${connectionId}`,
      details: {
        domain: before.domain,
        changed: Object.keys({
          ...settings,
          ...(people_of !== undefined && { people_of }),
          ...(sealed && { client_secret }),
        }).join(', '),
      },
    })
    return await find(db, scope, context, connectionId)
  })
}

export async function removeConnectionOf(
  context: SignedInContext,
  { id, connectionId }: { id: number; connectionId: number },
): Promise<void> {
  await requireChangeable(context, id)
  await inOrganisation(context, id, async (db, scope) => {
    const tenant = await lockTenant(db, scope)
    const { domain } = await find(db, scope, context, connectionId)
    await refuseLast(db, scope, tenant, connectionId)
    await deleteConnection(db, scope, connectionId)
    await recordEvent(db, { ...context, scope }, 'sso.removed', {
      subject: `connection ${connectionId}`,
      details: { domain },
    })
  })
}

async function find(
  db: Db,
  scope: Scope,
  context: SignedInContext,
  connectionId: number,
): Promise<Connection> {
  const all = await presentAll(db, scope, context)
  const connection = all.find((one) => one.id === connectionId)
  if (!connection) throw notFound('connection')
  return connection
}

async function presentAll(db: Db, scope: Scope, context: SignedInContext): Promise<Connection[]> {
  const { app } = context
  const host = hostnameOf(await getTenantPlace(db, scope), app.env.BASE_DOMAIN)
  const origin = originOf(app.env, host)
  const isTold = isPlatformGod(context)
  return (await listAllConnections(db, scope)).map((row) => ({
    ...present(row, origin),
    people_of: isTold ? row.people_tenant_id : null,
  }))
}

function present(row: SsoConnection & { is_active: boolean; version: number }, origin: string) {
  return {
    ...row,
    kind: row.kind === 'saml' ? ('saml' as const) : ('oidc' as const),
    has_secret: row.client_secret !== null,
    is_for_others: row.people_tenant_id !== null,
    certificates: knownCertificates(row.idp_certificate).map((one) => ({
      fingerprint: one.fingerprint256,
      valid_until: one.validToDate.toISOString(),
    })),
    addresses: registration(row, origin),
  }
}

// As a wish of a god-admin: whoever administers the one organisation has no say in the other.
async function peopleFault(context: SignedInContext, id: number, people_of?: number | null) {
  if (people_of === undefined) return undefined
  if (!isPlatformGod(context))
    throw new ApiError('forbidden', 'Only a god-admin says whose people sign in.')
  if (people_of === null) return undefined
  const isOther = people_of !== id && (await idsInView(context)).includes(people_of)
  return isOther ? undefined : 'Choose another organisation'
}

// Whose provider it is decides who comes in at the other organisation: that is not this one's to say.
function refuseForOthers(context: SignedInContext, { is_for_others }: Connection) {
  if (is_for_others && !isPlatformGod(context))
    throw new ApiError(
      'forbidden',
      'People of another organisation sign in here. Only a god-admin changes that.',
    )
}

// The tenant's row is locked, so nobody else switches the last but one off meanwhile.
async function refuseLast(
  db: Db,
  scope: Scope,
  { sign_in_mode }: { sign_in_mode: string },
  connectionId: number,
) {
  if (sign_in_mode !== 'sso') return
  const rest = (await listAllConnections(db, scope)).filter(
    ({ id, is_active }) => is_active && id !== connectionId,
  )
  if (rest.length === 0)
    throw new ApiError(
      'last-way-in',
      'People sign in with single sign-on alone, and this is the last connection. Allow passwords first.',
    )
}
