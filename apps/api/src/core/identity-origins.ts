import type { FastifyReply } from 'fastify'
import type { Env } from './env.ts'

/** Where the browser itself talks to Salesforce. */
export function issuerOrigin({ SALESFORCE_ISSUER: issuer }: Env): string[] {
  return issuer === undefined ? [] : [new URL(issuer).origin]
}

/** What pages may fetch from besides their own host. */
export function identityOrigins(env: Env): string[] {
  if (!env.SALESFORCE_CENTRAL_CALLBACK) return issuerOrigin(env)
  // The one callback host asks the host of whoever comes back.
  const { protocol, port } = new URL(env.PUBLIC_URL)
  return [...issuerOrigin(env), `${protocol}//*.${env.BASE_DOMAIN}${port && `:${port}`}`]
}

const SILENT_CALLBACK = '/auth/salesforce/silent-callback'
const CALLBACK = '/auth/salesforce/callback'
const DEBUG = '/debug/'

/**
 * Three kinds of page must be more open than the others: the silent callback loads in a frame of our own page, a
 * page that opens the provider in a window must keep hold of it, and the page where that window comes back must
 * not be cut off.
 */
export function openForIdentity(reply: FastifyReply, env: Env, path: string): void {
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
