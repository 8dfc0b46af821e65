import type { FastifyReply } from 'fastify'
import type { Env } from '#core/env.ts'
import type { PageRules } from '#core/http.ts'

/** What signing in with Salesforce needs besides the host's own pages. */
export function pageRules(env: Env): PageRules {
  const issuer = env.SALESFORCE_ISSUER
  const issuers = issuer === undefined ? [] : [new URL(issuer).origin]
  const headers = ['oidc-access-token', 'oidc-authorization', 'silent-sso']
  if (!env.SALESFORCE_CENTRAL_CALLBACK)
    return { connect: issuers, frame: issuers, headers, mayCall: () => false }
  // The one callback host calls the host of whoever comes back.
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

/**
 * Three kinds of page must be more open than the others: the silent callback loads in a frame of our own page, a
 * page that opens the provider in a window must keep hold of it, and the page where that window comes back must
 * not be cut off.
 */
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
