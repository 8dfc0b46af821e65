import type { OwnerProofBody } from 'contract/proof'
import type { SignedInContext } from '#core/context.ts'
import { ApiError, notFound } from '#core/errors.ts'
import { proveOwner } from '#features/identity/confirm-owner/prove-owner.ts'
import { keepSalesforceId } from '#features/identity/oidc/oidc.queries.ts'
import { orRefusal } from '#features/identity/oidc/oidc-refusal.ts'
import { centralOriginOf } from '#features/identity/oidc/provider-of.ts'
import {
  issueNonce,
  limitAddress,
  requireProvider,
} from '#features/identity/oidc/sign-in-with-tokens.ts'
import { verifyExchange } from '#features/identity/oidc/verify-exchange.ts'
import { linkIdentity } from './link-sso.ts'

/** Answers a nonce that links, for this session in this browser only. */
export async function startSalesforceLink(context: SignedInContext, proof: OwnerProofBody) {
  requireProvider(context)
  if (centralOriginOf(context.app.env) !== undefined) throw notFound('sign-in method to link here')
  await limitAddress(context)
  await proveOwner(context, proof)
  return await issueNonce(context, { link_session_id: context.actor.sessionId })
}

export async function linkSalesforce(context: SignedInContext): Promise<void> {
  const { scope, actor, inTenant } = context
  const provider = requireProvider(context)
  await limitAddress(context)
  const { subject, salesforceId } = await orRefusal(context, () =>
    verifyExchange(context, provider, { linkSessionId: actor.sessionId }),
  )
  await inTenant(async (db) => {
    const identity = { name: 'Salesforce', issuer: provider.issuer, subject }
    if (!(await linkIdentity(db, context, actor.id, identity)))
      throw new ApiError('identity-taken', 'This identity is linked to another account here.')
    if (salesforceId !== undefined) await keepSalesforceId(db, scope, actor.id, salesforceId)
  })
}
