import csrfProtection from '@fastify/csrf-protection'
import cookie, { type CookieSerializeOptions } from '@fastify/cookie'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { App } from './context.ts'
import { ApiError } from './errors.ts'
import type { PageRules } from './http.ts'

export const REFRESH_COOKIE = '__Host-pat_rt'
const XSRF_COOKIE = '__Host-XSRF-TOKEN'
const XSRF_SECRET_COOKIE = '__Host-csrf'

/** Specification, section 9: cookie max age one day, same-site lax. `__Host-` needs Secure and the root path. */
export const COOKIE: CookieSerializeOptions = {
  path: '/',
  secure: true,
  httpOnly: true,
  sameSite: 'lax',
  maxAge: 86_400,
}

/** Whose pair it is before anybody is signed in. */
const NOBODY = 'nobody'

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Tenants are sibling sub-domains, so SameSite does not separate them: writes need an Origin of this very
 * host, and where a cookie is the authority the XSRF header too.
 */
export async function addOriginHooks(
  http: FastifyInstance,
  app: App,
  rules: PageRules,
): Promise<void> {
  const isDevelopment = app.env.NODE_ENV !== 'production'
  const allowedHeaders = [...ALLOWED_HEADERS, ...rules.headers].sort().join(', ')
  await http.register(cookie)
  await http.register(csrfProtection, {
    cookieKey: XSRF_SECRET_COOKIE,
    cookieOpts: COOKIE,
    getToken: (request) => String(request.headers['x-xsrf-token'] ?? ''),
    getUserInfo: sessionOfCookie,
    csrfOpts: { hmacKey: app.secret, userInfo: true },
    logLevel: 'debug',
  })
  http.addHook('onRequest', async (request, reply) => {
    const { origin } = request.headers
    if (origin !== undefined && !isOwnOrigin(request, origin)) {
      if (isDevelopment && hostnameOf(origin) === request.hostname) {
        allowPage(request, reply, origin, allowedHeaders)
      } else if (rules.mayCall(origin, request.url)) {
        allowPage(request, reply, origin, allowedHeaders)
      } else if (!SAFE.has(request.method) && !isMeantForOthers(request)) {
        throw new ApiError('origin-refused', 'This page may not do that here.')
      }
    }
    if (SAFE.has(request.method)) offerXsrf(request, reply)
  })
  // A pair that fits the present session comes with the refusal, so that one repeat succeeds.
  http.addHook('onError', async (request, reply, error) => {
    if (error.code?.startsWith('FST_CSRF')) setXsrf(reply, sessionOfCookie(request))
  })
  http.addHook('preHandler', (request, reply, done) => {
    if (!request.routeOptions.config.endpoint?.cookie) return done()
    const site = request.headers['sec-fetch-site']
    if (site !== undefined && site !== 'same-origin' && !(isDevelopment && site === 'same-site')) {
      return done(new ApiError('origin-refused', 'This page may not do that here.'))
    }
    http.csrfProtection(request, reply, done)
  })
}

function isOwnOrigin(request: FastifyRequest, origin: string) {
  return URL.canParse(origin) && new URL(origin).host === request.host
}

// A SAML provider's page posts its answer; no cookie of ours comes with it.
function isMeantForOthers(request: FastifyRequest) {
  return request.routeOptions.config.endpoint?.foreign === true
}

function hostnameOf(origin: string) {
  return URL.canParse(origin) ? new URL(origin).hostname : undefined
}

const ALLOWED_HEADERS = ['authorization', 'content-type', 'tenant', 'x-xsrf-token']

// In development Vite serves the page on a port of its own, at the same host name.
function allowPage(request: FastifyRequest, reply: FastifyReply, origin: string, headers: string) {
  reply.headers({
    'access-control-allow-origin': origin,
    'access-control-allow-credentials': 'true',
    'access-control-allow-methods': 'GET, POST, PUT, PATCH, DELETE',
    'access-control-allow-headers': headers,
    'access-control-expose-headers': 'content-disposition, retry-after, x-request-id',
    'access-control-max-age': '600',
    vary: 'Origin',
  })
  if (request.method === 'OPTIONS') void reply.code(204).send()
}

function offerXsrf(request: FastifyRequest, reply: FastifyReply) {
  if (!request.url.startsWith('/api/') || request.cookies[XSRF_COOKIE] !== undefined) return
  setXsrf(reply, sessionOfCookie(request))
}

/** A pair for this session; to be set anew whenever the session changes. */
export function setXsrf(reply: FastifyReply, sessionId = NOBODY): void {
  const token = reply.generateCsrf({ userInfo: sessionId })
  reply.setCookie(XSRF_COOKIE, token, { ...COOKIE, httpOnly: false })
}

/** The refresh cookie is `<session id>.<random>`: the id alone binds the XSRF pair. */
function sessionOfCookie(request: FastifyRequest): string {
  return request.cookies[REFRESH_COOKIE]?.split('.')[0] ?? NOBODY
}
