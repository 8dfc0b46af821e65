import { type IdentityProvider, oidc } from 'contract/oidc'
import type { PublicContext } from '#core/context.ts'
import { type Server, handleDetached } from '#core/handle.ts'
import { centralOriginOf, knownProviderOf } from './provider-of.ts'
import {
  issueNonce,
  limitAddress,
  requireProvider,
  signInWithTokens,
} from './sign-in-with-tokens.ts'

export function oidcRoutes(server: Server): void {
  handleDetached(server, oidc.settings, async (_, context) => ({
    provider: present(context),
    has_debug_pages: context.app.env.DEBUG_PAGES,
  }))

  handleDetached(server, oidc.nonce, async (_, context) => {
    requireProvider(context)
    await limitAddress(context)
    return { nonce: await issueNonce(context) }
  })

  handleDetached(server, oidc.signin, (_, context) => signInWithTokens(context))
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
