import {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'
import type { Logger } from 'pino'
import { shownPath } from './log.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The user of a valid access token. */
    userId: number | null
    /** Milliseconds that it waited on purpose, which is no work. */
    waited: number
  }
}

/** One line for each request, in place of Fastify's two. */
export class RequestLog extends LogController {
  readonly #log: Logger

  constructor(log: Logger) {
    super({ disableRequestLogging: true, requestIdLogLabel: 'request_id' })
    this.#log = linesOf(log)
  }

  override requestCompleted(
    error: Error | null | undefined,
    request: FastifyRequest,
    reply: FastifyReply,
  ) {
    if (request.isBusy) return
    const ms = Math.round((reply.elapsedTime - request.waited) * 10) / 10
    write(this.#log, request, { status: reply.statusCode, ms, ...(error && { err: error }) })
  }
}

/** A client that leaves gets no response that `RequestLog` would log. */
export function logAbortedRequests(http: FastifyInstance, log: Logger): void {
  const lines = linesOf(log)
  http.decorateRequest('userId', null)
  http.decorateRequest('isBusy', false)
  http.decorateRequest('waited', 0)
  http.addHook('onRequestAbort', async (request) => write(lines, request, { aborted: true }))
}

/** Without the search for secrets in objects, which costs as much as the line. The lines below have none. */
function linesOf(log: Logger): Logger {
  return log.child({}, { redact: [] })
}

function write(log: Logger, request: FastifyRequest, result: object) {
  const { id, method, url, tenant, userId, routeOptions } = request
  const line = {
    request_id: id,
    method,
    route: routeOf(request),
    path: shownPath(url, routeOptions.url),
    ...result,
    ...(tenant && { tenant: tenant.domain }),
    ...(userId !== null && { user: userId }),
  }
  // Probes call every few seconds.
  if (routeOptions.config.anyHost) log.debug(line, 'request')
  else log.info(line, 'request')
}

/** The path's pattern in the contract. `/*` for the pages and files of the web application. */
export function routeOf({ routeOptions: { url, config } }: FastifyRequest): string {
  if (config.endpoint) return `/api${config.endpoint.path}`
  return url?.startsWith('/api/') || url === '/metrics' ? url : '/*'
}
