import type { OwnerProofBody } from 'contract/proof'
import type { SignedInContext } from '#core/context.ts'
import { ApiError, notFound } from '#core/errors.ts'
import { issueNonce } from '#features/identity/oidc/issue-nonce.ts'
import { keepSalesforceId } from '#features/identity/oidc/oidc.queries.ts'
import { orRefusal } from '#features/identity/oidc/oidc-refusal.ts'
import { centralOriginOf } from '#features/identity/oidc/provider-of.ts'
import { limitAddress, requireProvider } from '#features/identity/oidc/sign-in-with-tokens.ts'
import { verifyExchange } from '#features/identity/oidc/verify-exchange.ts'
import { proveOwner } from '#features/identity/confirm-owner/prove-owner.ts'
import { linkIdentity } from './link-identity.ts'

/** The right to link whoever Salesforce then vouches for, for this session and this browser alone. */
export async function beginSalesforceLink(
  context: SignedInContext,
  proof: OwnerProofBody,
): Promise<string> {
  requireProvider(context)
  if (centralOriginOf(context.app.env) !== undefined) throw notFound('way to link here')
  await limitAddress(context)
  await proveOwner(context, proof)
  return await issueNonce(context, { link_session_id: context.actor.sessionId })
}

export async function linkSalesforce(context: SignedInContext): Promise<void> {
  const { scope, actor, inTenant } = context
  const provider = requireProvider(context)
  await limitAddress(context)
  const { subject, salesforceId } = await orRefusal(
    context,
    async () => await verifyExchange(context, provider, { linkSessionId: actor.sessionId }),
  )
  await inTenant(async (db) => {
    const identity = { name: 'Salesforce', issuer: provider.issuer, subject }
    if (!(await linkIdentity(db, context, actor.id, identity))) {
      throw new ApiError('identity-taken', 'It is linked to another account here.')
    }
    if (salesforceId !== undefined) await keepSalesforceId(db, scope, actor.id, salesforceId)
  })
}
