import { type IdentityProvider, oidc } from 'contract/oidc'
import type { PublicContext } from '#core/context.ts'
import { type Server, handleDetached } from '#core/handle.ts'
import { setProof } from '#features/sso/browser-proof.ts'
import { hashOf, randomToken } from '#features/sso/one-time.ts'
import { insertNonce } from './oidc.queries.ts'
import { centralOriginOf, knownProviderOf } from './provider-of.ts'
import { limitAddress, requireProvider, signInWithTokens } from './sign-in-with-tokens.ts'

export function oidcRoutes(server: Server): void {
  handleDetached(server, oidc.settings, async (_, context) => ({
    provider: present(context),
    has_debug_pages: context.app.env.DEBUG_PAGES,
  }))

  handleDetached(server, oidc.nonce, async (_, context) => {
    requireProvider(context)
    await limitAddress(context)
    const nonce = randomToken()
    const browser = setProof(context, '__Host-sso_tx')
    await context.inTenant((db) =>
      insertNonce(db, context.scope, { nonce_hash: hashOf(nonce), browser_hash: hashOf(browser) }),
    )
    return { nonce }
  })

  handleDetached(server, oidc.signin, async (_, context) => await signInWithTokens(context))
}

function present(context: PublicContext): IdentityProvider | null {
  const { env } = context.app
  const provider = knownProviderOf(context)
  if (!provider) return null
  return {
    authority: provider.issuer,
    client_id: provider.clientId,
    has_refresh_token: env.SALESFORCE_REFRESH_TOKEN,
    token_seconds: env.SALESFORCE_TOKEN_SECONDS,
    base_domain: env.BASE_DOMAIN,
    central_origin: centralOriginOf(env) ?? null,
  }
}
