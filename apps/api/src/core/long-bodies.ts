import { finished } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Endpoint } from 'contract/endpoint'
import { claimsOf } from './access-token.ts'
import { type App, scopeOf } from './context.ts'
import { ApiError } from './errors.ts'
import { USUAL_BYTES } from './http.ts'
import { refuseSuspendedTenant, tenantOfRequest } from './request-tenant.ts'

/** Long bodies at the same time, each of another user, because each is held in memory. */
const MOST = 4

const senders = new Set<number>()

const BUSY = 'Waymark is busy at the moment. Try again shortly.'

/** Refuses a long body before it is received: of those who aren't signed in, and while too many are worked on. */
export function limitLongBodies(part: FastifyInstance, app: App, { isRaw }: Endpoint): void {
  part.addHook('onRequest', async (request, { raw }) => {
    if (Number(request.headers['content-length'] ?? Infinity) <= USUAL_BYTES) return
    const userId = await senderOf(request, app)
    if (isRaw) return
    if (senders.size >= MOST || senders.has(userId))
      throw new ApiError('unavailable', BUSY, { retryAfter: 5 })
    senders.add(userId)
    finished(raw, () => senders.delete(userId))
  })
}

async function senderOf(request: FastifyRequest, app: App) {
  try {
    const { userId } = await claimsOf(request, app.tokens, scopeOf(tenantOfRequest(request).id))
    return userId
  } catch (error) {
    await refuseSuspendedTenant(request, app)
    throw error
  }
}
