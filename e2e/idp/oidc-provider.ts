import { LOCAL_IDP } from 'api/demo/local-idp'
import { type JWK, exportJWK, generateKeyPair } from 'jose'
import {
  Provider,
  type ClientMetadata,
  type Configuration,
  type KoaContextWithOIDC,
} from 'oidc-provider'
import { type Tls, startLocalServer } from './local-server.ts'
import { addLogin, askingPolicy } from './login-pages.ts'
import { IDP_PEOPLE, type IdpPerson } from './people.ts'

export const BROWSER_CLIENT = LOCAL_IDP.browserClientId
export const SERVER_CLIENT = LOCAL_IDP.clientId
export const SERVER_CLIENT_SECRET = LOCAL_IDP.clientSecret

/** A password and a code, as OpenID providers and SAML ones may call it (REFEDS). */
export const TWO_STEPS = 'https://refeds.org/profile/mfa'

type TokenResponse = Record<string, unknown>

export type OidcProviderOptions = {
  /** A free one by default. */
  port?: number
  /** Origins of our pages, such as `http://harbour.localhost:4003`: addresses to return to, and CORS. */
  origins: string[]
  /** Salesforce's token answer: no `expires_in`, but `id`, `instance_url` and `issued_at`. */
  isSalesforceLike?: boolean
  /** Of the host `localhost`. */
  tls?: Tls
}

export type OidcProvider = {
  issuer: string
  port: number
  /** Signs the id tokens; tests forge others with it. */
  signingKey: JWK
  /** Set it to change what the token endpoint answers. */
  rewriteToken: ((answer: TokenResponse) => TokenResponse | Promise<TokenResponse>) | undefined
  /** The sign-in strength to report where `acr_values` ask for it. */
  context: string | undefined
  /** The subject under which a person is known here. */
  subjectOf: (person: IdpPerson) => string
  stop: () => Promise<void>
}

/** A real OpenID provider with Salesforce's paths, in memory: each start makes new keys. */
export async function startOidcProvider(options: OidcProviderOptions): Promise<OidcProvider> {
  const { server, port, stop } = await startLocalServer(options.port, options.tls)
  // Not `localhost`: cookies know no ports, and that host is a tenant's.
  const issuer = options.tls ? `https://localhost:${port}` : `http://127.0.0.1:${port}`
  const signingKey = await newKey()
  const running: OidcProvider = {
    issuer,
    port,
    signingKey,
    rewriteToken: undefined,
    context: undefined,
    subjectOf: (person) => subjectOf(issuer, person),
    stop,
  }
  const provider = new Provider(issuer, configurationOf(issuer, signingKey, options.origins))
  addLogin(provider, running)
  addSalesforceHabits(provider, running, options)
  server.on('request', (request, response) => void provider.callback()(request, response))
  return running
}

function configurationOf(issuer: string, key: JWK, origins: string[]): Configuration {
  return {
    jwks: { keys: [key] },
    clients: clientsOf(origins),
    acrValues: [TWO_STEPS],
    routes: {
      authorization: '/services/oauth2/authorize',
      token: '/services/oauth2/token',
      userinfo: '/services/oauth2/userinfo',
      revocation: '/services/oauth2/revoke',
      jwks: '/.well-known/jwks',
      end_session: '/services/oauth2/logout',
    },
    scopes: ['openid', 'offline_access', 'refresh_token', 'api', 'email', 'profile'],
    claims: {
      openid: ['sub', 'organization_id', 'user_id'],
      email: ['email', 'email_verified'],
      profile: ['name'],
    },
    conformIdTokenClaims: false,
    pkce: { required: () => true },
    rotateRefreshToken: true,
    issueRefreshToken: async (_, client, code) =>
      client.grantTypeAllowed('refresh_token') &&
      (code.scopes.has('refresh_token') || code.scopes.has('offline_access')),
    clientBasedCORS: (_, origin) => origins.includes(origin),
    cookies: { keys: ['local only'] },
    ttl: {
      AccessToken: 3600,
      IdToken: 300,
      Interaction: 600,
      Session: 86_400,
      Grant: 86_400,
      RefreshToken: 86_400,
    },
    features: {
      devInteractions: { enabled: false },
      revocation: { enabled: true },
      rpInitiatedLogout: {
        logoutSource: (context, form) => {
          context.type = 'html'
          context.body = `<!doctype html><title>Signing out</title>${form.replace('</form>', '<input type="hidden" name="logout" value="yes"></form>')}<script>document.forms[0].submit()</script>`
        },
      },
    },
    interactions: { url: (_, { uid }) => `/login/${uid}`, policy: askingPolicy() },
    findAccount: (_, id) => {
      const person = IDP_PEOPLE.find((one) => subjectOf(issuer, one) === id)
      return person && { accountId: id, claims: () => ({ sub: id, ...claimsOf(person) }) }
    },
    loadExistingGrant: grantEverything,
  }
}

function clientsOf(origins: string[]): ClientMetadata[] {
  const domains = new Set(IDP_PEOPLE.map(({ email }) => email.slice(email.lastIndexOf('@') + 1)))
  const at = (...paths: string[]) => origins.flatMap((origin) => paths.map((path) => origin + path))
  const common: Pick<
    ClientMetadata,
    'grant_types' | 'response_types' | 'id_token_signed_response_alg'
  > = {
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    id_token_signed_response_alg: 'RS256',
  }
  return [
    {
      ...common,
      client_id: BROWSER_CLIENT,
      token_endpoint_auth_method: 'none',
      redirect_uris: at('/auth/salesforce/callback', '/auth/salesforce/silent-callback'),
      post_logout_redirect_uris: at('/auth/salesforce/logout-callback'),
    },
    {
      ...common,
      client_id: SERVER_CLIENT,
      client_secret: SERVER_CLIENT_SECRET,
      redirect_uris: at(
        '/api/auth/sso/callback',
        ...[...domains].map((domain) => `/api/auth/sso/${domain}/callback`),
      ),
    },
  ]
}

// No one has to consent: the provider belongs to the same organisation.
async function grantEverything({ oidc }: KoaContextWithOIDC) {
  const { client, session, provider, params } = oidc
  if (!client || !session?.accountId) return undefined
  const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId })
  grant.addOIDCScope(typeof params?.scope === 'string' ? params.scope : 'openid')
  await grant.save()
  return grant
}

function addSalesforceHabits(
  provider: Provider,
  running: OidcProvider,
  { isSalesforceLike = false }: OidcProviderOptions,
) {
  provider.use(async (context, next) => {
    // Salesforce's revocation is opened as the end of the session, too.
    if (context.method === 'GET' && context.path === '/services/oauth2/revoke') {
      context.redirect(`/services/oauth2/logout${context.search}`)
      return
    }
    await next()
    if (context.oidc?.route !== 'token' || context.status !== 200) return
    const answer = { ...(context.body as TokenResponse) }
    if (isSalesforceLike) {
      delete answer.expires_in
      const subject = context.oidc.entities.Account?.accountId
      const issued_at = String(Date.now())
      Object.assign(answer, { id: subject, instance_url: running.issuer, issued_at })
    }
    context.body = running.rewriteToken ? await running.rewriteToken(answer) : answer
  })
}

function subjectOf(issuer: string, { organisationId, userId }: IdpPerson) {
  return `${issuer}/id/${organisationId}/${userId}`
}

function claimsOf({ name, email, isEmailVerified = true, organisationId, userId }: IdpPerson) {
  return {
    name,
    email,
    email_verified: isEmailVerified,
    organization_id: organisationId,
    user_id: userId,
  }
}

async function newKey(): Promise<JWK> {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  const kid = crypto.randomUUID()
  return { ...(await exportJWK(privateKey)), kid, alg: 'RS256', use: 'sig' }
}
