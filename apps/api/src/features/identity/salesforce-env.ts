import { z } from 'zod'
import { type Env, type EnvPart, Flag, fetchedAddressOf, isEncrypted, listOf } from '#core/env.ts'
import type { FastifyReply } from 'fastify'
import { hasPublicHost } from '#core/platform-label.ts'
import type { PageRules } from '#core/http.ts'
import { originOf } from '#support/address-of.ts'

const Address = fetchedAddressOf(/^https?$/, 'https://example.my.salesforce.com')

const OrganisationId = z
  .string()
  .regex(
    /^00D[A-Za-z0-9]{12}([A-Za-z0-9]{3})?$/,
    'must be Salesforce organisation IDs (00D…), separated by commas',
  )

const Variables = z.object({
  SALESFORCE_ISSUER: Address.optional(),
  SALESFORCE_CLIENT_ID: z.string().optional(),
  SALESFORCE_ORGANISATIONS: listOf(OrganisationId),
  SALESFORCE_JWKS_URL: Address.optional(),
  SALESFORCE_TOKEN_SECONDS: z.coerce
    .number('must be a whole number of seconds')
    .int('must be a whole number of seconds')
    .min(3, 'must be at least 3')
    .default(7200),
  SALESFORCE_REFRESH_TOKEN: Flag.default(true),
  SALESFORCE_CENTRAL_CALLBACK: Flag.default(false),
})

declare module '#core/env.ts' {
  interface Env extends z.output<typeof Variables> {}
}

/** Sign-in with Salesforce is off without an issuer. */
export const SALESFORCE_ENV: EnvPart = { variables: Variables.shape, faults: faultsOf }

function faultsOf(env: Env): [name: string, message: string][] {
  const { SALESFORCE_ISSUER: issuer, SALESFORCE_JWKS_URL: keys } = env
  if (issuer === undefined) return []
  const faults: [string, string][] = []
  const together = 'must be set when SALESFORCE_ISSUER is set'
  if (env.SALESFORCE_CLIENT_ID === undefined) faults.push(['SALESFORCE_CLIENT_ID', together])
  // Anyone can create an organisation at a shared issuer, so the allowed ones are listed.
  if (env.SALESFORCE_ORGANISATIONS.length === 0) faults.push(['SALESFORCE_ORGANISATIONS', together])
  if (env.NODE_ENV === 'production') {
    const message = 'must start with https:// in production'
    if (!isEncrypted(issuer)) faults.push(['SALESFORCE_ISSUER', message])
    if (keys !== undefined && !isEncrypted(keys)) faults.push(['SALESFORCE_JWKS_URL', message])
  }
  return faults
}

/**
 * The origins of the central callback, the one that sign-ins of this installation return to first. A page of the first
 * installation behind the domain may finish a sign-in at an organisation that has moved.
 */
export function centralOriginsOf(env: Env): string[] {
  if (!env.SALESFORCE_CENTRAL_CALLBACK) return []
  const first = originOf(env, env.BASE_DOMAIN)
  if (hasPublicHost(env)) return [first]
  return [originOf(env, `${env.PLATFORM_LABEL}.${env.BASE_DOMAIN}`), first]
}

/** The other origins and headers that sign-in with Salesforce needs. */
export function pageRules(env: Env): PageRules {
  const issuer = env.SALESFORCE_ISSUER
  const issuers = issuer === undefined ? [] : [new URL(issuer).origin]
  const headers = ['oidc-access-token', 'oidc-authorization', 'silent-sso']
  if (!env.SALESFORCE_CENTRAL_CALLBACK)
    return { connect: issuers, frame: issuers, headers, mayCall: () => false }
  // The central callback host calls the host of the user's organisation.
  const { protocol, port } = new URL(env.PUBLIC_URL)
  const central = centralOriginsOf(env)
  return {
    connect: [...issuers, `${protocol}//*.${env.BASE_DOMAIN}${port && `:${port}`}`],
    frame: issuers,
    headers,
    mayCall: (origin, url) => central.includes(origin) && url.startsWith('/api/oidc/'),
  }
}

const SILENT_CALLBACK = '/auth/salesforce/silent-callback'
const CALLBACK = '/auth/salesforce/callback'
const DEBUG = '/debug/'

/** The silent callback loads in our own frame. A page and the provider's window that it opens must reach each other. */
export function openForIdentity(env: Env, reply: FastifyReply, path: string): void {
  if (env.SALESFORCE_ISSUER === undefined) return
  if (path === SILENT_CALLBACK) {
    const policy = String(reply.getHeader('content-security-policy'))
    reply.header('x-frame-options', 'SAMEORIGIN')
    reply.header(
      'content-security-policy',
      policy.replace("frame-ancestors 'none'", "frame-ancestors 'self'"),
    )
  }
  if (path === CALLBACK) reply.header('cross-origin-opener-policy', 'unsafe-none')
  if (env.DEBUG_PAGES && path.startsWith(DEBUG)) {
    reply.header('cross-origin-opener-policy', 'same-origin-allow-popups')
  }
}
