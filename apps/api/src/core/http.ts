import fastify, { type FastifyInstance } from 'fastify'
import helmet from 'helmet'
import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import type { Logger } from 'pino'
import type { App } from './context.ts'
import type { Env } from './env.ts'
import { guard } from './door.ts'
import { plainAddress } from './plain-address.ts'
import { ApiError, toApiError } from './errors.ts'
import { failureAnswer, isExplainedAtStart } from './failure-answer.ts'
import { answerMalformed } from './malformed-request.ts'
import { requestIds } from './request-id.ts'
import { RequestLog, logAbortedRequests } from './request-log.ts'

/** Milliseconds. */
const DRAIN_MS = 2000
const DRAIN_PAUSE_MS = 2

/** What features add to the rules for pages. */
export type PageRules = {
  /** Origins that pages may fetch from. */
  connect: readonly string[]
  /** Origins that pages may frame. */
  frame: readonly string[]
  /** Request headers of the features. */
  headers: readonly string[]
  /** Whether a page of another origin may make this call. */
  mayCall: (origin: string, url: string) => boolean
}

/** Bytes of a JSON body. Files have their own limits. */
export const USUAL_BYTES = 256 * 1024

/** Creates the server with its limits, request ids, headers and error handler. */
export function openHttp(
  { env, pools, door }: Pick<App, 'env' | 'pools' | 'door'>,
  log: Logger,
  rules: PageRules,
): FastifyInstance {
  const idOf = requestIds(env)
  const http = fastify({
    loggerInstance: log,
    genReqId: idOf,
    bodyLimit: USUAL_BYTES,
    // Without it, a body sent one byte a minute holds a socket for ever.
    requestTimeout: 30_000,
    connectionTimeout: 60_000,
    keepAliveTimeout: 72_000,
    trustProxy: env.TRUSTED_PROXIES.length > 0 ? env.TRUSTED_PROXIES : false,
    // The router's own refusal would bypass the hooks that set headers, so any address may pass it.
    routerOptions: { maxParamLength: 16_384 },
    rewriteUrl: ({ url }) => plainAddress(url),
    logController: new RequestLog(log),
    clientErrorHandler: answerMalformed,
    // The tenant hook refuses it, with all headers.
    http: { requireHostHeader: false },
    onProtoPoisoning: 'error',
    onConstructorPoisoning: 'error',
    exposeHeadRoutes: true,
    // The guard refuses with 502.
    return503OnClosing: false,
  }) as unknown as FastifyInstance
  http.addHook('onRequest', async (request, reply) => {
    // A trusted proxy passes the client's value on, so only Host may name the host.
    delete request.headers['x-forwarded-host']
    // Node.js forgets the address when the client leaves, and the request's work may go on.
    Object.defineProperty(request, 'ip', { value: request.ip })
    reply.header('x-request-id', request.id)
  })
  // Only JSON is accepted. Other types get 415.
  http.removeContentTypeParser('text/plain')
  logAbortedRequests(http, log)
  const isStopping = closeKeptConnections(http)
  drainRefusedRequest(http)
  const headers = fixedHeaders(env, rules)
  addHeaders(http, headers)
  guard(http.server, { door, headers, idOf, isStopping })
  addErrorHandler(http, { pools, door })
  return http
}

/** Node.js closes only idle connections. A busy one would delay the end. Returns whether the server is stopping. */
function closeKeptConnections(http: FastifyInstance): () => boolean {
  let isClosing = false
  http.addHook('preClose', async () => {
    isClosing = true
  })
  http.addHook('onSend', async (_, reply) => {
    if (isClosing) reply.header('connection', 'close')
  })
  return () => isClosing
}

/** What every answer has. The same for all, so it is put together once: a node that refuses has no time to. */
function fixedHeaders(env: Env, { connect, frame }: PageRules): Headers {
  const setHeaders = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        // Dialogs and selects add a style element to lock scrolling.
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        fontSrc: ["'self'"],
        connectSrc: ["'self'", ...connect],
        frameSrc: ["'self'", ...frame],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    referrerPolicy: { policy: 'no-referrer' },
    xFrameOptions: { action: 'deny' },
    crossOriginResourcePolicy: {
      policy: env.NODE_ENV === 'production' ? 'same-origin' : 'same-site',
    },
    strictTransportSecurity:
      env.NODE_ENV === 'production' ? { maxAge: 31_536_000, includeSubDomains: true } : false,
  })
  const headers = new Headers({
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=()',
  })
  const response = new ServerResponse(new IncomingMessage(new Socket()))
  setHeaders(response.req, response, (error) => {
    if (error instanceof Error) throw error
  })
  for (const [name, value] of Object.entries(response.getHeaders()))
    headers.set(name, String(value))
  return headers
}

/** They tell a browser what to do with a page. An answer of the API is sent once for every choice of a respondent. */
const FOR_PAGES = new Set([
  'origin-agent-cluster',
  'x-dns-prefetch-control',
  'x-download-options',
  'x-permitted-cross-domain-policies',
  'x-xss-protection',
])

function addHeaders(http: FastifyInstance, headers: Headers): void {
  const ofPages = [...headers]
  const ofAnswers = ofPages.filter(([name]) => !FOR_PAGES.has(name))
  http.addHook('onRequest', async (request, reply) => {
    const isAnswer = request.url.startsWith('/api/')
    for (const [name, value] of isAnswer ? ofAnswers : ofPages) reply.raw.setHeader(name, value)
    if (isAnswer) reply.header('cache-control', 'no-store')
  })
}

function addErrorHandler(http: FastifyInstance, { pools, door }: Pick<App, 'pools' | 'door'>) {
  http.setErrorHandler((error, request, reply) => {
    const failure = toApiError(error)
    if (failure.code === 'busy') {
      request.isBusy = true
      door.countRefusal()
    } else if (failure.status >= 500 && !['moving', 'maintenance'].includes(failure.code))
      pools.report(error, () => request.log.error({ err: error }, failure.code))
    else request.log.debug({ err: error }, failure.code)
    if (failure.extra.retryAfter !== undefined)
      reply.header('retry-after', String(failure.extra.retryAfter))
    // Of a file that was to be sent.
    reply.removeHeader('content-disposition')
    if (isExplainedAtStart(failure, request)) return reply.redirect('/', 303)
    const { type, body } = failureAnswer(failure, request)
    return reply.code(failure.status).type(type).send(body)
  })
  http.setNotFoundHandler((request) => {
    throw request.url.startsWith('/api/')
      ? new ApiError('not-found', 'This endpoint doesn’t exist. Check the address.')
      : new ApiError('not-found', 'This page doesn’t exist. Check the address.')
  })
}

/**
 * What a refused client still sends is read and dropped, because closing the connection before would discard the
 * refusal (RFC 9112, 9.6). One part at a time of all such clients together, so that they don't delay others.
 */
function drainRefusedRequest(http: FastifyInstance): void {
  const refused: IncomingMessage[] = []
  let isDraining = false
  const drainNext = () => {
    const next = refused.shift()
    isDraining = next !== undefined
    next?.resume()
    if (next) setTimeout(drainNext, DRAIN_PAUSE_MS)
  }
  http.addHook('onSend', async ({ raw }, reply) => {
    if (raw.complete) return
    raw.on('data', () => {
      raw.pause()
      refused.push(raw)
      if (!isDraining) drainNext()
    })
    if (reply.raw.shouldKeepAlive && reply.getHeader('connection') !== 'close') return
    const { socket } = raw
    socket.destroySoon = () => {
      const timeout = setTimeout(() => socket.destroy(), DRAIN_MS)
      socket.once('close', () => clearTimeout(timeout))
      raw.once('end', () => socket.destroy())
      socket.end()
    }
  })
}
