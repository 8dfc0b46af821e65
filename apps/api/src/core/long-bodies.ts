import { finished } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Endpoint } from 'contract/endpoint'
import { claimsOf } from './access-token.ts'
import type { App } from './context.ts'
import { scopeOf } from '#db/scope.ts'
import { busy } from './errors.ts'
import { USUAL_BYTES } from './http.ts'
import { refuseSuspendedTenant, tenantOfRequest } from './request-tenant.ts'

/** Long bodies at the same time, each of another user, because each is held in memory. */
const MOST = 4
/** So that others don't wait for one organisation. */
const MOST_OF_TENANT = 2

/** The tenants of the users whose long bodies are received or worked on. */
const senders = new Map<number, number>()

type Check = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>

/**
 * Refuses a long body before it is received: of those who may not call the endpoint, which `check` decides, and while
 * too many are worked on.
 */
export function limitLongBodies(
  part: FastifyInstance,
  app: App,
  { isRaw }: Endpoint,
  check: Check,
): void {
  part.addHook('onRequest', async (request, reply) => {
    if (Number(request.headers['content-length'] ?? Infinity) <= USUAL_BYTES) return
    const { userId, tenantId } = await senderOf(request, app)
    if (isRaw) return
    // Before the place is taken, which someone else may need.
    await check(request, reply)
    const ofTenant = [...senders.values()].filter((id) => id === tenantId)
    if (senders.size >= MOST || ofTenant.length >= MOST_OF_TENANT || senders.has(userId))
      throw busy()
    senders.set(userId, tenantId)
    finished(reply.raw, () => senders.delete(userId))
  })
}

async function senderOf(request: FastifyRequest, app: App) {
  try {
    return await claimsOf(request, app.tokens, scopeOf(tenantOfRequest(request).id))
  } catch (error) {
    await refuseSuspendedTenant(request, app)
    throw error
  }
}
