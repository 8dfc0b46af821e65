import type { PublicContext } from '#core/context.ts'
import { setProof } from '#features/identity/sso/browser-proof.ts'
import { hashOf, randomToken } from '#features/identity/sso/one-time.ts'
import { insertNonce } from './oidc.queries.ts'

/** A nonce for this browser alone; `link_session_id` makes it one that links and cannot sign in. */
export async function issueNonce(
  context: PublicContext,
  purpose: { link_session_id?: number } = {},
): Promise<string> {
  const nonce = randomToken()
  const browser_hash = hashOf(setProof(context, '__Host-sso_tx'))
  await context.inTenant((db) =>
    insertNonce(db, context.scope, { nonce_hash: hashOf(nonce), browser_hash, ...purpose }),
  )
  return nonce
}
