import { createOutgoingFetch } from '#adapters/outgoing.ts'
import type { SalesforceProvider } from '#adapters/salesforce.ts'
import type { App, PublicContext } from '#core/context.ts'
import type { Env } from '#core/env.ts'
import type { Voucher } from '#features/identity/sso/identities.queries.ts'
import { hostnameOf } from '#core/host-tenant.ts'
import { originOf } from '#support/address-of.ts'
import { centralOriginsOf } from '#features/identity/salesforce-env.ts'

export type Salesforce = SalesforceProvider & { organisations: readonly string[] }

/** Salesforce vouches for its identities itself, never a connection that names its issuer. */
export function voucherOfSalesforce({ issuer }: Pick<Salesforce, 'issuer'>): Voucher {
  return { connectionId: null, issuer }
}

/** Undefined on the platform and where only passwords are allowed. */
export function providerOf({ app, tenant }: PublicContext): Salesforce | undefined {
  if (tenant.kind === 'platform' || tenant.signInMode === 'credentials') return undefined
  return configuredProvider(app)
}

/** Also defined on the central callback host, where no one signs in. */
export function knownProviderOf(context: PublicContext): Salesforce | undefined {
  const { app, tenant } = context
  const own = originOf(app.env, hostnameOf(tenant, app.env.BASE_DOMAIN))
  return centralOriginsOf(app.env).includes(own) ? configuredProvider(app) : providerOf(context)
}

function configuredProvider({ env, adapters }: App): Salesforce | undefined {
  const { SALESFORCE_ISSUER: issuer, SALESFORCE_CLIENT_ID: clientId } = env
  if (issuer === undefined || clientId === undefined) return undefined
  return {
    issuer,
    clientId,
    organisations: env.SALESFORCE_ORGANISATIONS,
    jwksUrl: env.SALESFORCE_JWKS_URL ?? `${issuer}/.well-known/jwks`,
    fetch: createOutgoingFetch({ isStrict: env.NODE_ENV === 'production' }),
    now: adapters.now,
  }
}

/** The origin of the central callback host; undefined when each host has its own callback. */
export function centralOriginOf(env: Env): string | undefined {
  return centralOriginsOf(env)[0]
}
