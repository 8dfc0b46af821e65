import { identities } from 'contract/identities'
import { type Server, handle, handleDetached } from '#core/handle.ts'
import { proofFor } from '#features/identity/confirm-owner/prove-owner.ts'
import { beginSalesforceLink, linkSalesforce } from './link-salesforce.ts'
import { beginSsoLink } from './link-sso.ts'
import { unlink } from './unlink.ts'
import { waysOf } from './ways.ts'

export function identityRoutes(server: Server): void {
  handle(server, identities.list, async (_, context) => ({
    ...(await waysOf(context.db, context)),
    proof: await proofFor(context.db, context),
  }))

  handleDetached(server, identities.linkSso, async ({ params, body }, context) => ({
    url: await beginSsoLink(context, params.domain, body),
  }))

  handleDetached(server, identities.beginSalesforce, async ({ body }, context) => ({
    nonce: await beginSalesforceLink(context, body),
  }))

  handleDetached(server, identities.linkSalesforce, (_, context) => linkSalesforce(context))

  handleDetached(server, identities.unlink, ({ params, body }, context) =>
    unlink(context, params.id, body),
  )
}
