import {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'
import { shownPath } from './log.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The user of a valid access token. */
    userId: number | null
  }
}

/** One line for each request, in place of Fastify's two. */
export class RequestLog extends LogController {
  constructor() {
    super({ disableRequestLogging: true, requestIdLogLabel: 'request_id' })
  }

  override requestCompleted(
    error: Error | null | undefined,
    request: FastifyRequest,
    reply: FastifyReply,
  ) {
    const ms = Math.round(reply.elapsedTime * 10) / 10
    write(request, { status: reply.statusCode, ms, ...(error && { err: error }) })
  }
}

/** A client that leaves gets no response that `RequestLog` would log. */
export function logAbortedRequests(http: FastifyInstance): void {
  http.decorateRequest('userId', null)
  http.addHook('onRequestAbort', async (request) => write(request, { aborted: true }))
}

function write(request: FastifyRequest, result: object) {
  const { method, url, tenant, userId, routeOptions, log } = request
  const line = {
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
  return url?.startsWith('/api/') ? url : '/*'
}
