import { type SignInMethod, type SignInMethods, identities } from 'contract/identities'
import { type Server, handle, handleDetached } from '#core/handle.ts'
import { neededConfirmation, confirmOwner } from '#features/identity/confirm-owner.ts'
import { startSsoLink, linkIdentity } from './link-sso.ts'
import type { OwnerConfirmationBody } from 'contract/confirm-owner'
import type { SignedInContext } from '#core/context.ts'
import type { Db } from '#db/scope.ts'
import { ApiError, notFound } from '#core/errors.ts'
import { storeSalesforceId } from '#features/identity/oidc/oidc.queries.ts'
import { orRefusal } from '#features/identity/oidc/oidc-refusal.ts'
import {
  centralOriginOf,
  providerOf,
  voucherOfSalesforce,
} from '#features/identity/oidc/provider-of.ts'
import type { Voucher } from '#features/identity/sso/identities.queries.ts'
import {
  issueNonce,
  limitAddress,
  requireProvider,
} from '#features/identity/oidc/sign-in-with-tokens.ts'
import { verifyExchange } from '#features/identity/oidc/verify-exchange.ts'
import {
  deleteIdentity,
  forgetSalesforceId,
  listIdentities,
  listOwnConnections,
  lockAccount,
} from '#features/identity/account.queries.ts'
import { revokeOtherSessions } from '#features/identity/sessions.queries.ts'
import { findUserForSignIn } from '#features/identity/accounts.queries.ts'
import { mayUsePassword } from '#features/identity/sign-in.ts'
import { recordEvent } from '#support/audit.queries.ts'
import { MAILS } from '#support/mail-catalogue.ts'
import { queueMail } from '#support/queue-mail.ts'

export function identityRoutes(server: Server): void {
  handle(server, identities.list, async (_, context) => ({
    ...(await signInMethodsOf(context.db, context)),
    confirmation: await neededConfirmation(context.db, context),
  }))

  handleDetached(server, identities.linkSso, async ({ params, body }, context) => ({
    url: await startSsoLink(context, params.domain, body),
  }))

  handleDetached(server, identities.startSalesforce, async ({ body }, context) => ({
    nonce: await startSalesforceLink(context, body),
  }))

  handleDetached(server, identities.linkSalesforce, (_, context) => linkSalesforce(context))

  handleDetached(server, identities.unlink, ({ params, body }, context) =>
    unlink(context, params.id, body),
  )
}

/** Answers a nonce that links, for this session in this browser only. */
async function startSalesforceLink(context: SignedInContext, confirmation: OwnerConfirmationBody) {
  requireProvider(context)
  if (centralOriginOf(context.app.env) !== undefined) throw notFound('sign-in method')
  await limitAddress(context)
  await confirmOwner(context, confirmation)
  return await issueNonce(context, { link_session_id: context.actor.sessionId })
}

async function linkSalesforce(context: SignedInContext): Promise<void> {
  const { scope, actor, inTenant } = context
  const provider = requireProvider(context)
  await limitAddress(context)
  const { subject, salesforceId } = await orRefusal(context, () =>
    verifyExchange(context, provider, { linkSessionId: actor.sessionId }),
  )
  await inTenant(async (db) => {
    const identity = { name: 'Salesforce', voucher: voucherOfSalesforce(provider), subject }
    if (!(await linkIdentity(db, context, actor.id, identity)))
      throw new ApiError(
        'identity-taken',
        'This Salesforce account is linked to another user, or your account is linked to another Salesforce account. Ask your administrator for help.',
      )
    if (salesforceId !== undefined) await storeSalesforceId(db, scope, actor.id, salesforceId)
  })
}

type Identity = Awaited<ReturnType<typeof listIdentities>>[number]
type Offer = Pick<SignInMethod, 'kind' | 'name' | 'domain'> & {
  identity: Identity | undefined
  isLinkable: boolean
}

/** The sign-in methods that the host offers, and linked identities of others. */
async function signInMethodsOf(
  db: Db,
  context: SignedInContext,
): Promise<Omit<SignInMethods, 'confirmation'>> {
  const { app, scope, actor, tenant } = context
  const identities = await listIdentities(db, scope, actor.id)
  const offers = await offersOf(db, context, identities)
  const offered = new Set(offers.map(({ identity }) => identity))
  const others = identities.filter((identity) => !offered.has(identity)).map(otherOf)
  const methods = [...offers, ...others].map(present)
  const passwordOf = async () => {
    if (tenant.signInMode === 'sso') return 'sso-only'
    const user = await findUserForSignIn(db, scope, actor.email, app.env.SALESFORCE_ISSUER)
    if (!user || user.password_hash === null) return 'none'
    return mayUsePassword(tenant, user) ? 'usable' : 'replaced'
  }
  return { methods, password: await passwordOf() }
}

/** Removes a sign-in method, but never the last one. */
async function unlink(context: SignedInContext, id: number, confirmation: OwnerConfirmationBody) {
  const { scope, actor, inTenant } = context
  await inTenant((db) => findMethod(db, context, id))
  await confirmOwner(context, confirmation)
  await inTenant(async (db) => {
    await lockAccount(db, scope, actor.id)
    const { kind, name, isLast } = await findMethod(db, context, id)
    if (isLast)
      throw new ApiError('last-way-in', 'This is your only sign-in method. Link another one first.')
    await deleteIdentity(db, scope, actor.id, id)
    if (kind === 'salesforce') await forgetSalesforceId(db, scope, actor.id)
    await revokeOtherSessions(db, scope, actor.id, actor.sessionId)
    const about = { subject: `user ${actor.id}`, details: { name } }
    await recordEvent(db, context, 'identity.unlinked', about)
    await queueMail(db, context, { to: actor.email, ...MAILS.unlinked.text(name) })
  })
}

async function findMethod(db: Db, context: SignedInContext, id: number) {
  const { password, methods } = await signInMethodsOf(db, context)
  const method = methods.find(({ identity }) => identity?.id === id)
  if (!method) throw notFound('linked sign-in method')
  const hasPassword = password === 'usable' || password === 'replaced'
  const others = methods.filter((one) => isUsable(one) && one.identity?.id !== id)
  return { ...method, isLast: !hasPassword && others.length === 0 }
}

function isUsable({ kind, identity }: SignInMethod): boolean {
  return kind !== 'other' && identity !== null
}

async function offersOf(
  db: Db,
  context: SignedInContext,
  identities: readonly Identity[],
): Promise<Offer[]> {
  const { app, tenant, scope } = context
  if (tenant.kind === 'platform' || tenant.signInMode === 'credentials') return []
  const connections = await listOwnConnections(db, scope)
  const offers = connections.map(({ id, issuer, name, domain }): Offer => {
    const identity = identityOf(identities, { connectionId: id, issuer })
    return { kind: 'sso', name, domain, identity, isLinkable: true }
  })
  const provider = providerOf(context)
  if (!provider) return offers
  // The central callback host has no session to link.
  const isLinkable = centralOriginOf(app.env) === undefined
  const identity = identityOf(identities, voucherOfSalesforce(provider))
  return [...offers, { kind: 'salesforce', name: 'Salesforce', domain: null, identity, isLinkable }]
}

function identityOf(identities: readonly Identity[], { connectionId, issuer }: Voucher) {
  return identities.find(
    (one) =>
      one.issuer === issuer &&
      (connectionId === null ? one.is_salesforce : one.connection_id === connectionId),
  )
}

function otherOf(identity: Identity): Offer {
  const { issuer } = identity
  const name = URL.canParse(issuer) ? new URL(issuer).host : issuer
  return { kind: 'other', name, domain: null, identity, isLinkable: false }
}

function present({ identity, isLinkable, ...method }: Offer): SignInMethod {
  return {
    ...method,
    identity: identity ? { id: identity.id, linked_at: identity.created_at } : null,
    can_link: isLinkable && !identity,
  }
}
