import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { User } from './account.ts'

/** What a browser needs to know to sign in with Salesforce. */
export const IdentityProvider = z.object({
  authority: z.string(),
  client_id: z.string(),
  /** Without a refresh token an identity that expires asks for a full sign-in. */
  has_refresh_token: z.boolean(),
  /** How long an access token lives, since the provider does not say. */
  token_seconds: z.int(),
  /** The product domain: `back_to` leads to it or below it. */
  base_domain: z.string(),
  /** The one host where people come back to; null when each host is its own. */
  central_origin: z.string().nullable(),
})
export type IdentityProvider = z.infer<typeof IdentityProvider>

/** The specification, section 3: tenant sign-in response. With `back_to` the token waits at that host. */
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
    summary: 'Salesforce, as far as this host signs in with it',
    response: z.object({ provider: IdentityProvider.nullable(), has_debug_pages: z.boolean() }),
  }),
  nonce: endpoint({
    method: 'GET',
    path: '/oidc/nonce',
    access: 'public',
    summary: 'A nonce for the next sign-in with Salesforce, for this browser alone',
    response: z.object({ nonce: z.string() }),
  }),
  signin: endpoint({
    method: 'GET',
    path: '/oidc/signin',
    access: 'public',
    summary:
      'Exchange the tokens of Salesforce (headers Oidc-Authorization, Oidc-access-token, optional Silent-SSO)',
    response: OidcSignIn,
  }),
}
