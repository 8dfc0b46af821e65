import type { Connection, ConnectionBody, ConnectionChange } from 'contract/connections'
import type { SignedInContext } from '#core/context.ts'
import { type Scope, type Db, platformScopeOf, scopeOf } from '#db/scope.ts'
import { ApiError, notFound } from '#core/errors.ts'
import { hostnameOf } from '#core/host-tenant.ts'
import { requireConfirmation } from '#features/identity/confirm-owner.ts'
import { lockWithCaller, withCallerAnd } from '#features/identity/locked-caller.ts'
import { tellOfConnection } from '#features/identity/tell-admins.ts'
import { originOf } from '#support/address-of.ts'
import { recordEvent } from '#support/audit.queries.ts'
import { MAILS } from '#support/mail-catalogue.ts'
import { queueMail } from '#support/queue-mail.ts'
import { inOrganisation, isPlatformGod, requireChangeable } from '#support/tenant-scope.ts'
import { lockTenant, getHostTenant } from '#support/tenants.queries.ts'
import { connect, registration, encryptedSecret } from './save-connection.ts'
import { storedKeys } from '#adapters/certificates.ts'
import {
  faultsOf,
  peopleFault,
  refuseFaults,
  refuseForOthers,
  refuseLast,
  secretFault,
} from './connection-faults.ts'
import {
  type SsoConnection,
  deleteConnection,
  isOfSignIns,
  listAllConnections,
  updateConnection,
} from './connections.queries.ts'
import {
  deleteIdentitiesOf,
  endSignInsOf,
  listUnassigned,
  revokeSessionsOf,
} from './end-connection.queries.ts'
import { rememberLinks } from '#features/identity/remember-links.queries.ts'
import { listPeople } from '#features/identity/with-people.ts'

type Ids = { id: number; connectionId: number }

export async function connectionsOf(context: SignedInContext, id: number): Promise<Connection[]> {
  return await inOrganisation(context, id, (db, scope) => presentAll(db, scope, context))
}

export async function unassignedOf(context: SignedInContext, id: number) {
  const links = await inOrganisation(context, id, (db, scope) => listUnassigned(db, scope))
  return links.map(({ user_id, user_name, ...link }) => ({
    ...link,
    user: { id: user_id, name: user_name },
  }))
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
  const { secrets } = context.app
  const connection = { ...body, people_tenant_id: people_of ?? null }
  return await changeIn(context, { id, people_of }, async (db, scope) => {
    const added = await connect(db, scope, secrets, connection, context)
    if (added === undefined)
      refuseFaults({ domain: 'This domain already has a connection. Enter another domain.' })
    await tellOfConnection(db, context, id, {
      done: 'added',
      domain: connection.domain,
      people: people_of ?? id,
    })
    return await find(db, scope, context, added ?? 0)
  })
}

export async function changeConnectionOf(
  context: SignedInContext,
  { id, connectionId }: Ids,
  { version, client_secret, people_of, sessions, ...settings }: ConnectionChange,
): Promise<Connection> {
  await requireChangeable(context, id)
  refuseFaults({ people_of: await peopleFault(context, id, people_of) })
  const change = { ...settings, ...(people_of !== undefined && { people_tenant_id: people_of }) }
  return await changeIn(context, { id, people_of }, async (db, scope, tenant) => {
    const before = await find(db, scope, context, connectionId)
    if (before.version !== version)
      throw new ApiError(
        'conflict',
        'Someone else has changed this connection. Reload the page, check the change, then try again.',
        { details: before },
      )
    refuseForOthers(context, before)
    refuseFaults({
      ...faultsOf(context, before.kind, { ...change, client_secret }),
      ...secretFault(before, change.issuer, client_secret),
    })
    if (change.is_active === false) await refuseLast(db, scope, tenant, connectionId)
    const encrypted = encryptedSecret(context.app.secrets, scope, connectionId, client_secret)
    const secret = encrypted && { client_secret: encrypted }
    const former = await peopleOf(db, scope, connectionId)
    const people = people_of === undefined ? former : (people_of ?? id)
    if (isOfSignIns(change)) await endSignInsOf(db, platformScopeOf([id, former]), connectionId)
    const isEnding = change.is_active === false || isOther(before, change)
    const ends = { isEnding, sessions, former, isMoved: people !== former }
    const ended = await endFormer(db, scope, context, connectionId, ends)
    await updateConnection(db, scope, { id: connectionId }, { ...change, ...secret })
    const changed = { ...settings, ...(people_of !== undefined && { people_of }), ...secret }
    await recordEvent(db, { ...context, scope }, 'sso.changed', {
      subject: `connection ${connectionId}`,
      details: {
        domain: before.domain,
        changed: Object.keys(changed).join(', '),
        ...ended,
      },
    })
    const isOff = !(change.is_active ?? before.is_active)
    const told = { done: doneBy(before, change), domain: before.domain, people, former, isOff }
    await tellOfConnection(db, context, id, told)
    return await find(db, scope, context, connectionId)
  })
}

export async function removeConnectionOf(
  context: SignedInContext,
  { id, connectionId }: Ids,
  { sessions }: { sessions?: 'end' | 'keep' | undefined },
) {
  await requireChangeable(context, id)
  await changeIn(context, { id }, async (db, scope, tenant) => {
    const { domain } = await find(db, scope, context, connectionId)
    await refuseLast(db, scope, tenant, connectionId)
    const people = await peopleOf(db, scope, connectionId)
    const both = platformScopeOf([id, people])
    await endSignInsOf(db, both, connectionId)
    await deleteIdentitiesOf(db, both, connectionId)
    const ended =
      sessions === 'keep'
        ? undefined
        : await revokeSessionsOf(db, both, connectionId, context.actor.sessionId)
    await deleteConnection(db, scope, connectionId)
    const details = { domain, ...(ended !== undefined && { ended }) }
    const about = { subject: `connection ${connectionId}`, details }
    await recordEvent(db, { ...context, scope }, 'sso.removed', about)
    await tellOfConnection(db, context, id, { done: 'removed', domain, people })
  })
}

/** The next sign-in links each account again, by the address that the provider sent last, or the account's own. */
export async function unlinkAllOf(context: SignedInContext, { id, connectionId }: Ids) {
  await requireChangeable(context, id)
  return await changeIn(context, { id }, async (db, scope) => {
    const connection = await find(db, scope, context, connectionId)
    refuseForOthers(context, connection)
    const people = await peopleOf(db, scope, connectionId)
    const both = platformScopeOf([id, people])
    await endSignInsOf(db, both, connectionId)
    await rememberLinks(db, both, { connection_id: connectionId })
    const users = await deleteIdentitiesOf(db, both, connectionId)
    const ended = await revokeSessionsOf(db, both, connectionId, context.actor.sessionId)
    const { domain, name } = connection
    await recordEvent(db, { ...context, scope }, 'sso.unlinked', {
      subject: `connection ${connectionId}`,
      details: { domain, users: users.length, ended },
    })
    for (const { tenant_id, ...user } of users) {
      const tenant = await getHostTenant(db, tenant_id)
      const sender = { app: context.app, tenant, scope: scopeOf(tenant_id) }
      await queueMail(db, sender, { to: user.email, ...MAILS.unlinkedByAdmin.text(name, user) })
    }
    await tellOfConnection(db, context, id, { done: 'removed all links of', domain, people })
    return { removed: users.length }
  })
}

type Ends = Pick<ConnectionChange, 'sessions'> & {
  isEnding: boolean
  former: number
  isMoved: boolean
}

/** Ends what it has signed in for its users until now. Answers how many sessions, unless they stay. */
async function endFormer(
  db: Db,
  { tenantId }: Scope,
  { actor }: SignedInContext,
  id: number,
  { isEnding, sessions, former, isMoved }: Ends,
): Promise<{ ended?: number }> {
  const both = platformScopeOf([tenantId, former])
  const ending = isMoved ? platformScopeOf([former]) : both
  if (isMoved) await deleteIdentitiesOf(db, ending, id)
  if (sessions === 'keep' || (!isMoved && !isEnding)) return {}
  return { ended: await revokeSessionsOf(db, ending, id, actor.sessionId) }
}

type Change = Pick<ConnectionChange, 'issuer' | 'is_active'>

/** Whether another provider vouches from now on, for which the links of this one don't count. */
function isOther(before: Connection, { issuer = before.issuer }: Change): boolean {
  return issuer !== before.issuer
}

function doneBy(before: Connection, change: Change): string {
  const { is_active, ...others } = change
  const changed = isOther(before, change) ? 'changed the provider of' : 'changed'
  if (is_active === undefined) return changed
  const turned = is_active ? 'turned on' : 'turned off'
  const isOnly = Object.values(others).every((value) => value === undefined)
  return isOnly ? turned : `${changed} and ${turned}`
}

/** The organisation whose users it signs in. */
async function peopleOf(db: Db, scope: Scope, connectionId: number): Promise<number> {
  const one = (await listAllConnections(db, scope)).find(({ id }) => id === connectionId)
  return one?.people_tenant_id ?? scope.tenantId
}

type LockedTenant = Awaited<ReturnType<typeof lockTenant>>

/** A connection decides who signs in, so the caller confirms who they are, and must still be an admin. */
async function changeIn<T>(
  context: SignedInContext,
  { id, people_of }: { id: number; people_of?: number | null | undefined },
  work: (db: Db, scope: Scope, tenant: LockedTenant) => Promise<T>,
): Promise<T> {
  await context.inTenant((db) => requireConfirmation(db, context))
  const people = await inOrganisation(context, id, (db, scope) => listPeople(db, scope))
  const next = people_of ?? id
  return await withCallerAnd(context, [id, next, ...people], async (db) => {
    const tenant = await lockTenant(db, scopeOf(id))
    await lockWithCaller(db, context, [id])
    return await work(db, scopeOf(id), tenant)
  })
}

async function find(db: Db, scope: Scope, context: SignedInContext, id: number) {
  const connection = (await presentAll(db, scope, context)).find((one) => one.id === id)
  if (!connection) throw notFound('connection')
  return connection
}

async function presentAll(db: Db, scope: Scope, context: SignedInContext): Promise<Connection[]> {
  const { app } = context
  const tenant = await getHostTenant(db, scope.tenantId)
  const origin = originOf(app.env, hostnameOf(tenant, app.env.BASE_DOMAIN))
  const isGod = isPlatformGod(context)
  return (await listAllConnections(db, scope)).map((row) => ({
    ...present(row, origin),
    people_of: isGod ? row.people_tenant_id : null,
  }))
}

function present(row: SsoConnection & { is_active: boolean; version: number }, origin: string) {
  const kind = row.kind === 'saml' ? ('saml' as const) : ('oidc' as const)
  const keys = kind === 'saml' ? storedKeys(row.idp_certificate ?? '') : []
  return {
    ...row,
    kind,
    has_secret: row.client_secret !== null,
    is_for_others: row.people_tenant_id !== null,
    certificates: keys.flatMap(({ certificate, fault }) =>
      certificate && fault === undefined
        ? {
            fingerprint: certificate.fingerprint256,
            valid_until: certificate.validToDate.toISOString(),
          }
        : [],
    ),
    certificate_faults: [...new Set(keys.flatMap(({ fault }) => fault ?? []))],
    addresses: registration(row, origin),
  }
}
