import type { OpenidSettings } from '#adapters/openid.ts'
import { createOutgoingFetch } from '#adapters/outgoing.ts'
import type { SamlSettings } from '#adapters/saml.ts'
import type { App, PublicContext } from '#core/context.ts'
import { decrypt } from '#core/encrypt.ts'
import { addressOf } from '#support/address-of.ts'
import { wellFormed } from '#adapters/certificates.ts'
import type { SsoConnection } from './connections.queries.ts'

export function openidSettings(context: PublicContext, connection: SsoConnection): OpenidSettings {
  const { app, tenant } = context
  const isStrict = isStrictOf(app)
  return {
    issuer: connection.issuer,
    clientId: connection.client_id ?? '',
    clientSecret:
      connection.client_secret === null
        ? undefined
        : decrypt(app.secrets, secretAad(tenant.id, connection.id), connection.client_secret),
    callbackUrl: addressOf(context, callbackPath(connection)),
    requiredContexts: connection.required_contexts,
    fetch: createOutgoingFetch(rulesOf(app)),
    isInsecureAllowed: !isStrict,
  }
}

export function samlSettings(context: PublicContext, connection: SsoConnection): SamlSettings {
  return {
    issuer: connection.issuer,
    domain: connection.domain,
    entryPoint: connection.entry_point ?? '',
    certificate: wellFormed(connection.idp_certificate ?? ''),
    entityId: addressOf(context, `/auth/sso/${connection.domain}`),
    callbackUrl: addressOf(context, '/api/auth/sso/acs'),
    requiredContexts: connection.required_contexts,
  }
}

export function callbackPath({
  domain,
  has_own_address,
}: Pick<SsoConnection, 'domain' | 'has_own_address'>): string {
  return has_own_address ? `/api/auth/sso/${domain}/callback` : '/api/auth/sso/callback'
}

/** Binds an encrypted client secret to its connection. */
export function secretAad(tenantId: number, connectionId: number): string {
  return `sso_connections ${tenantId} ${connectionId}`
}

/** A provider without TLS or at a private address is for development only. */
export function isStrictOf({ env }: Pick<App, 'env'>): boolean {
  return env.NODE_ENV === 'production'
}

/** Which addresses of providers the server may call. */
export function rulesOf(app: Pick<App, 'env'>) {
  return { isStrict: isStrictOf(app), trusted: app.env.TRUSTED_PROVIDER_NETWORKS }
}
