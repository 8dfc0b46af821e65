import { once } from 'node:events'
import { type ServerResponse, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Env } from '#core/env.ts'
import { ApiError } from '#core/errors.ts'
import type { Server } from '#core/handle.ts'
import { hasMonitoringToken } from './may-see-details.ts'
import type { Metrics } from './metrics.ts'

const PATH = '/metrics'

/** With MONITORING_TOKEN, on the port of the product. Collectors call any host. */
export function metricsRoute({ http, app }: Server, metrics: Metrics): void {
  if (app.env.MONITORING_TOKEN === undefined) return
  http.get(PATH, { config: { anyHost: true } }, async (request, reply) => {
    if (!hasMonitoringToken(request, app.env))
      throw new ApiError('signed-out', 'The monitoring token is missing or wrong. Check it.')
    const { type, text } = await metrics.read()
    return reply.type(type).send(text)
  })
}

/** With METRICS_PORT, on a port of their own without a token. */
export async function listenForMetrics(
  { HOST, METRICS_PORT }: Env,
  metrics: Metrics,
  closers: (() => void)[],
): Promise<number | undefined> {
  if (METRICS_PORT === undefined) return undefined
  const server = createServer((request, response) => {
    const isAsked = request.url?.split('?')[0] === PATH
    if (isAsked) void answer(metrics, response)
    else response.writeHead(404).end()
  })
  server.listen(METRICS_PORT, HOST)
  await once(server, 'listening')
  closers.push(() => {
    server.close()
    server.closeAllConnections()
  })
  return (server.address() as AddressInfo).port
}

async function answer(metrics: Metrics, response: ServerResponse): Promise<void> {
  try {
    const { type, text } = await metrics.read()
    response.writeHead(200, { 'content-type': type }).end(text)
  } catch {
    response.writeHead(500).end()
  }
}
