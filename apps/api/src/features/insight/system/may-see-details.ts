import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Env } from '#core/env.ts'

const LOOPBACK = /^(127\.\d+\.\d+\.\d+|::1|::ffff:127\.\d+\.\d+\.\d+)$/
const LOCAL_NAMES = new Set(['localhost', '127.0.0.1', '[::1]'])

/** Whether the caller is on this machine, not behind a proxy here, or has the token for monitoring. */
export function maySeeDetails(request: FastifyRequest, env: Env): boolean {
  const { headers, socket } = request
  if (hasMonitoringToken(request, env)) return true
  const isForwarded = Object.keys(headers).some((name) =>
    /^(x-forwarded-.*|x-real-ip|forwarded|via)$/.test(name),
  )
  return (
    LOOPBACK.test(socket.remoteAddress ?? '') && !isForwarded && LOCAL_NAMES.has(request.hostname)
  )
}

export function hasMonitoringToken({ headers }: FastifyRequest, { MONITORING_TOKEN }: Env) {
  return (
    MONITORING_TOKEN !== undefined && isSame(headers.authorization, `Bearer ${MONITORING_TOKEN}`)
  )
}

function isSame(given: string | undefined, expected: string): boolean {
  const [left, right] = [given ?? '', expected].map((text) =>
    createHash('sha256').update(text).digest(),
  )
  return left !== undefined && right !== undefined && timingSafeEqual(left, right)
}
