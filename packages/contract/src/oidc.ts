import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { User } from './account.ts'

/** The browser's settings for signing in with Salesforce. */
export const IdentityProvider = z.object({
  authority: z.string(),
  client_id: z.string(),
  /** Without a refresh token, an expired identity needs a full sign-in. */
  has_refresh_token: z.boolean(),
  /** Lifetime of an access token, which the provider doesn't return. */
  token_seconds: z.int(),
  /** The product domain. `back_to` is at it or below it. */
  base_domain: z.string(),
  /** The host that people return to; null if each host has its own. */
  central_origin: z.string().nullable(),
})
export type IdentityProvider = z.infer<typeof IdentityProvider>

/** The tenant sign-in response. With `back_to`, the token is collected at that host. */
export const OidcSignIn = z.object({
  token: z.string(),
  user: User.nullable(),
  back_to: z.string().optional(),
})
export type OidcSignIn = z.infer<typeof OidcSignIn>

export const oidc = {
  settings: endpoint({
    method: 'GET',
    path: '/oidc/settings',
    access: 'public',
    summary: 'Get the Salesforce settings for this host',
    response: z.object({ provider: IdentityProvider.nullable(), has_debug_pages: z.boolean() }),
  }),
  nonce: endpoint({
    method: 'GET',
    path: '/oidc/nonce',
    notForClient: true,
    access: 'public',
    summary: 'Create a nonce for this browser’s next Salesforce sign-in',
    response: z.object({ nonce: z.string() }),
  }),
  signin: endpoint({
    method: 'GET',
    path: '/oidc/signin',
    notForClient: true,
    access: 'public',
    summary:
      'Sign in with the Salesforce tokens in the headers Oidc-Authorization and Oidc-access-token',
    response: OidcSignIn,
  }),
}
