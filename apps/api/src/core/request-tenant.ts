import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Endpoint } from 'contract/endpoint'
import type { App } from './context.ts'
import { ApiError, maintenance } from './errors.ts'
import { type Closed, MAINTENANCE_RETRY } from './maintenance.ts'
import { isFile } from './web.ts'
import type { FoundTenant, HostTenant } from './host-tenant.ts'
import type { Suspended } from 'contract/errors'

declare module 'fastify' {
  interface FastifyRequest {
    tenant: HostTenant | null
  }
  interface FastifyContextConfig {
    endpoint?: Endpoint
    /** Answers on every host, because probes call by IP address. */
    anyHost?: true
  }
}

/** Finds the tenant of every request first. An unknown host gets nothing but an empty page. */
export function addTenantHook(http: FastifyInstance, app: App): void {
  http.decorateRequest('tenant', null)
  http.addHook('onRequest', async (request, reply) => {
    refuseSeveralHosts(request)
    if (request.routeOptions.config.anyHost) return
    if (!/^[\w.-]+(:\d{1,5})?$/.test(request.host))
      throw new ApiError('invalid-input', 'The Host header must be a valid host name.')
    const closed = app.maintenance.at(request.hostname)
    if (closed) {
      await answerClosed(request, reply, closed)
      return
    }
    const tenant = await app.hosts(request.hostname)
    // The page itself explains an unknown host. Data is refused.
    if ((!tenant || tenant.isSuspended) && !request.url.startsWith('/api/')) return
    if (!tenant)
      throw new ApiError(
        'unknown-host',
        'There is no organisation at this address. Check the address.',
      )
    refuseSuspended(app, tenant)
    const named = request.headers.tenant
    if (named !== undefined && named !== request.hostname.toLowerCase()) {
      throw new ApiError(
        'tenant-mismatch',
        'The tenant header must match the host name in the request.',
      )
    }
    request.tenant = tenant
  })
}

function refuseSeveralHosts({ raw }: FastifyRequest): void {
  const hosts = raw.rawHeaders.filter(
    (name, index) => index % 2 === 0 && name.toLowerCase() === 'host',
  )
  if (hosts.length !== 1)
    throw new ApiError('invalid-input', 'The request must have exactly one Host header.')
}

/** Open pages go on loading their files, so that they can say what happened. */
async function answerClosed(
  request: FastifyRequest,
  reply: FastifyReply,
  { reason, page }: Closed,
): Promise<void> {
  // Counts as no failure of the server.
  request.isBusy = true
  if (request.url.startsWith('/api/')) throw maintenance(reason, MAINTENANCE_RETRY)
  if (isFile(request.url)) return
  await reply
    .code(503)
    .headers({ 'retry-after': String(MAINTENANCE_RETRY), 'cache-control': 'no-store' })
    .type('text/html; charset=utf-8')
    .send(page)
}

/** Tells users of a suspended organisation at their next request. */
export async function refuseSuspendedTenant(request: FastifyRequest, app: App): Promise<void> {
  const tenant = await app.hosts(request.hostname, { isFresh: true })
  if (tenant) refuseSuspended(app, tenant)
}

function refuseSuspended({ env }: App, { isSuspended, removalAt, name, domain }: FoundTenant) {
  if (!isSuspended) return
  const support_email = env.SUPPORT_EMAIL ?? null
  const details: Suspended = { name, domain, support_email, removal_at: removalAt }
  const what = removalAt === null ? 'is suspended' : 'is closed, and its data will be deleted'
  throw new ApiError(
    'organisation-suspended',
    `${name} ${what}. Ask your organisation’s administrator for help.`,
    { details },
  )
}

export function tenantOfRequest(request: FastifyRequest): HostTenant {
  if (!request.tenant)
    throw new ApiError(
      'unknown-host',
      'There is no organisation at this address. Check the address.',
    )
  return request.tenant
}
