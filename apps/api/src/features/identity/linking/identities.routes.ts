import { identities } from 'contract/identities'
import { type Server, handle, handleDetached } from '#core/handle.ts'
import { proofFor } from '#features/identity/confirm-owner/prove-owner.ts'
import { linkSalesforce, startSalesforceLink } from './link-salesforce.ts'
import { startSsoLink } from './link-sso.ts'
import { signInMethodsOf, unlink } from './sign-in-methods.ts'

export function identityRoutes(server: Server): void {
  handle(server, identities.list, async (_, context) => ({
    ...(await signInMethodsOf(context.db, context)),
    proof: await proofFor(context.db, context),
  }))

  handleDetached(server, identities.linkSso, async ({ params, body }, context) => ({
    url: await startSsoLink(context, params.domain, body),
  }))

  handleDetached(server, identities.beginSalesforce, async ({ body }, context) => ({
    nonce: await startSalesforceLink(context, body),
  }))

  handleDetached(server, identities.linkSalesforce, (_, context) => linkSalesforce(context))

  handleDetached(server, identities.unlink, ({ params, body }, context) =>
    unlink(context, params.id, body),
  )
}
