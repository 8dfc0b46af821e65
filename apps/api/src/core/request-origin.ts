import csrfProtection from '@fastify/csrf-protection'
import { Tokens } from '@fastify/csrf'
import cookie from '@fastify/cookie'
import { DEVICE_HEADER } from 'contract/cookies'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { App, PublicContext } from './context.ts'
import { cookieOf, readCookie, setCookie } from './cookies.ts'
import { ApiError } from './errors.ts'
import type { PageRules } from './http.ts'

type Asked = Pick<PublicContext, 'app' | 'request'>
type Answered = Pick<PublicContext, 'app' | 'reply'>

/** The owner of a pair before sign-in. */
const SIGNED_OUT = 'nobody'

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS'])

// Our pages retry once with a new pair, so only a browser that keeps none shows this.
const NO_COOKIES =
  'We did not get this site’s cookies from your browser. Allow cookies for it in your browser’s settings, then reload this page.'

const NOT_ALLOWED = 'This page isn’t allowed to make this request.'

/**
 * SameSite doesn't separate tenants, which are sibling subdomains. So writes need this host's Origin with the
 * scheme of PUBLIC_URL, and cookie calls the XSRF header.
 */
export async function addOriginHooks(http: FastifyInstance, app: App, rules: PageRules) {
  const isDevelopment = app.env.NODE_ENV !== 'production'
  const { protocol } = new URL(app.env.PUBLIC_URL)
  const allowedHeaders = [...ALLOWED_HEADERS, ...rules.headers].sort().join(', ')
  const sessionOf = (request: FastifyRequest) => sessionOfCookie({ app, request })
  const secret = cookieOf(app.env, 'csrf')
  await http.register(cookie)
  await http.register(csrfProtection, {
    cookieKey: secret.key,
    cookieOpts: secret.options,
    getToken: tokenOf,
    getUserInfo: sessionOf,
    csrfOpts: { hmacKey: app.secret, userInfo: true },
    logLevel: 'debug',
  })
  const others = app.secrets.slice(1).map(pairsOf)
  http.addHook('onRequest', async (request, reply) => {
    const { origin } = request.headers
    const own = originOf(`${protocol}//${request.host}`)
    if (origin !== undefined && origin !== own) {
      if (isDevelopment && isOtherPort(origin, own)) {
        allowPage(request, reply, origin, allowedHeaders)
      } else if (rules.mayCall(origin, request.url)) {
        allowPage(request, reply, origin, allowedHeaders)
      } else if (!SAFE.has(request.method) && !isMeantForOthers(request)) {
        const address = own ?? app.env.PUBLIC_URL
        throw new ApiError('origin-refused', `${NOT_ALLOWED} Open Waymark at ${address} instead.`)
      }
    }
    if (SAFE.has(request.method)) offerXsrf({ app, request, reply })
  })
  // The refusal sets a matching pair, so that one retry succeeds.
  http.addHook('onError', async (request, reply, error) => {
    if (error.code?.startsWith('FST_CSRF') || error.code === 'xsrf-refused')
      setXsrf({ app, reply }, sessionOf(request))
  })
  http.addHook('preHandler', (request, reply, done) => {
    if (!request.routeOptions.config.endpoint?.cookie) return done()
    const site = request.headers['sec-fetch-site']
    if (site !== undefined && site !== 'same-origin' && !(isDevelopment && site === 'same-site')) {
      return done(new ApiError('origin-refused', `${NOT_ALLOWED} Open Waymark directly instead.`))
    }
    if (tokenOf(request) === '' || readCookie({ app, request }, 'csrf') === undefined)
      return done(new ApiError('xsrf-refused', NO_COOKIES))
    // While the secret is replaced, another node may have issued the pair.
    if (others.some((tokens) => isOwnPair(tokens, { app, request }))) return done()
    http.csrfProtection(request, reply, done)
  })
}

function pairsOf(hmacKey: string) {
  return new Tokens({ hmacKey, userInfo: true })
}

function isOwnPair(tokens: ReturnType<typeof pairsOf>, asked: Asked): boolean {
  const secret = readCookie(asked, 'csrf') ?? ''
  return tokens.verify(secret, tokenOf(asked.request), sessionOfCookie(asked))
}

function tokenOf({ headers }: FastifyRequest) {
  return String(headers['x-xsrf-token'] ?? '')
}

/** Normalised as browsers send it, with lower case and without the usual port. */
function originOf(address: string): string | undefined {
  return URL.canParse(address) ? new URL(address).origin : undefined
}

// A SAML provider's page posts the answer, without our cookies.
function isMeantForOthers(request: FastifyRequest) {
  return request.routeOptions.config.endpoint?.foreign === true
}

function isOtherPort(origin: string, own: string | undefined) {
  return own !== undefined && withoutPort(origin) === withoutPort(own)
}

function withoutPort(origin: string) {
  return origin.replace(/:\d{1,5}$/, '')
}

const ALLOWED_HEADERS = ['authorization', 'content-type', 'tenant', 'x-xsrf-token', DEVICE_HEADER]

// In development, Vite serves the page at another port of the same host.
function allowPage(request: FastifyRequest, reply: FastifyReply, origin: string, headers: string) {
  reply.headers({
    'access-control-allow-origin': origin,
    'access-control-allow-credentials': 'true',
    'access-control-allow-methods': 'GET, POST, PUT, PATCH, DELETE',
    'access-control-allow-headers': headers,
    'access-control-expose-headers': `content-disposition, retry-after, x-request-id, ${DEVICE_HEADER}`,
    'access-control-max-age': '600',
    vary: 'Origin',
  })
  if (request.method === 'OPTIONS') void reply.code(204).send()
}

function offerXsrf(context: Asked & Answered) {
  const { url } = context.request
  if (!url.startsWith('/api/') || readCookie(context, 'XSRF-TOKEN') !== undefined) return
  setXsrf(context, sessionOfCookie(context))
}

/** Sets a pair for this session. Call it when the session changes. */
export function setXsrf(context: Answered, sessionId = SIGNED_OUT): void {
  setCookie(context, 'XSRF-TOKEN', context.reply.generateCsrf({ userInfo: sessionId }))
}

/** The refresh cookie is `<session id>.<random>`. The id binds the XSRF pair. */
function sessionOfCookie(asked: Asked): string {
  return readCookie(asked, 'pat_rt')?.split('.')[0] ?? SIGNED_OUT
}
