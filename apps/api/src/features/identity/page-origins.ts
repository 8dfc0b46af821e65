import type { FastifyReply } from 'fastify'
import type { Env } from '#core/env.ts'
import type { PageRules } from '#core/http.ts'

/** The other origins and headers that sign-in with Salesforce needs. */
export function pageRules(env: Env): PageRules {
  const issuer = env.SALESFORCE_ISSUER
  const issuers = issuer === undefined ? [] : [new URL(issuer).origin]
  const headers = ['oidc-access-token', 'oidc-authorization', 'silent-sso']
  if (!env.SALESFORCE_CENTRAL_CALLBACK)
    return { connect: issuers, frame: issuers, headers, mayCall: () => false }
  // The central callback host calls the host of the user's organisation.
  const { origin: central, protocol, port } = new URL(env.PUBLIC_URL)
  return {
    connect: [...issuers, `${protocol}//*.${env.BASE_DOMAIN}${port && `:${port}`}`],
    frame: issuers,
    headers,
    mayCall: (origin, url) => origin === central && url.startsWith('/api/oidc/'),
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
