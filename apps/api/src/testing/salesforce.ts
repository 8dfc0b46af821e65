import { createHash, randomBytes } from 'node:crypto'
import { BROWSER_CLIENT, type OidcProvider } from 'e2e/idp/oidc-provider'
import { IDP_PEOPLE } from 'e2e/idp/people'
import { visitProvider } from 'e2e/idp/visit-provider'
import { type JWTPayload, SignJWT, decodeJwt, importJWK } from 'jose'
import type { TestTenant } from './factories.ts'
import { aBrowser, originAt } from './sso.ts'
import type { TestApp } from './test-app.ts'

export type Tokens = { id_token: string; access_token: string; refresh_token?: string }

/** The environment variables for this provider. */
export function salesforceEnv({ issuer }: Pick<OidcProvider, 'issuer'>): Record<string, string> {
  return {
    SALESFORCE_ISSUER: issuer,
    SALESFORCE_CLIENT_ID: BROWSER_CLIENT,
    SALESFORCE_ORGANISATIONS: IDP_PEOPLE[0]?.organisationId ?? '',
  }
}

export type SalesforceVisitor = ReturnType<typeof aSalesforceVisitor>

/** A visitor who signs in with Salesforce as the page does, step by step. */
export function aSalesforceVisitor(
  t: Pick<TestApp, 'call'>,
  provider: OidcProvider,
  tenant: TestTenant,
) {
  const browser = aBrowser(t.call)
  const at = (path: string) => `${originAt(tenant)}/api/oidc/${path}`
  const nonce = async () => (await browser.send(at('nonce'))).json<{ nonce: string }>().nonce
  const tokens = async (hint = 'plant', input: { nonce?: string } = {}) =>
    await tokensOf(provider, originAt(tenant), hint, input.nonce ?? (await nonce()))
  const exchange = async (given: Partial<Tokens>, headers: Record<string, string> = {}) =>
    await browser.send(at('signin'), {
      headers: { tenant: tenant.host, ...headersOf(given), ...headers },
    })
  return {
    ...browser,
    nonce,
    tokens,
    exchange,
    signIn: async (hint?: string) => await exchange(await tokens(hint)),
    renew: async ({ refresh_token = '' }: Tokens): Promise<Tokens> =>
      await askTokens(provider, { grant_type: 'refresh_token', refresh_token }),
  }
}

/** The headers that carry tokens to us. */
export function headersOf({ id_token, access_token }: Partial<Tokens>) {
  return {
    ...(id_token !== undefined && { 'oidc-authorization': `Bearer ${id_token}` }),
    ...(access_token !== undefined && { 'oidc-access-token': access_token }),
  }
}

/** Signs in at the provider and redeems the code with PKCE. */
async function tokensOf(
  provider: OidcProvider,
  origin: string,
  hint: string,
  nonce: string,
): Promise<Tokens> {
  const code_verifier = randomBytes(32).toString('base64url')
  const redirect_uri = `${origin}/auth/salesforce/callback`
  const query = new URLSearchParams({
    client_id: BROWSER_CLIENT,
    redirect_uri,
    response_type: 'code',
    scope: 'openid email profile api refresh_token',
    state: randomBytes(8).toString('hex'),
    nonce,
    code_challenge: createHash('sha256').update(code_verifier).digest('base64url'),
    code_challenge_method: 'S256',
  })
  const back = await visitProvider(`${provider.issuer}/services/oauth2/authorize?${query}`, hint)
  const code = back.searchParams.get('code') ?? ''
  const grant_type = 'authorization_code'
  return await askTokens(provider, { grant_type, code, redirect_uri, code_verifier })
}

async function askTokens({ issuer }: OidcProvider, body: Record<string, string>): Promise<Tokens> {
  const answer = await fetch(`${issuer}/services/oauth2/token`, {
    method: 'POST',
    body: new URLSearchParams({ ...body, client_id: BROWSER_CLIENT }),
  })
  const tokens = (await answer.json()) as Tokens
  if (!answer.ok) throw new Error(JSON.stringify(tokens))
  return tokens
}

/** The same id token with other claims (undefined removes one), signed by the provider's own key or by another. */
export async function forged(
  provider: Pick<OidcProvider, 'signingKey'>,
  idToken: string,
  claims: Record<string, unknown>,
  key = provider.signingKey,
): Promise<string> {
  const payload: JWTPayload = { ...decodeJwt(idToken), ...claims }
  const header = { alg: 'RS256', ...(key.kid !== undefined && { kid: key.kid }) }
  return await new SignJWT(payload).setProtectedHeader(header).sign(await importJWK(key, 'RS256'))
}
