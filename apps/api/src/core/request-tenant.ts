import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Endpoint } from 'contract/endpoint'
import type { App } from './context.ts'
import { ApiError } from './errors.ts'
import type { HostTenant } from './host-tenant.ts'

declare module 'fastify' {
  interface FastifyRequest {
    tenant: HostTenant | null
  }
  interface FastifyContextConfig {
    endpoint?: Endpoint
    /** Answers on every host: probes come by address. */
    anyHost?: true
  }
}

/** Resolves the host of every request first: nothing is served under a name that belongs to nobody. */
export function addTenantHook(http: FastifyInstance, app: App): void {
  http.decorateRequest('tenant', null)
  http.addHook('onRequest', async (request) => {
    const hosts = request.raw.rawHeaders.filter(
      (name, index) => index % 2 === 0 && name.toLowerCase() === 'host',
    )
    if (hosts.length !== 1) throw new ApiError('invalid-input', 'Send exactly one Host header.')
    if (request.routeOptions.config.anyHost) return
    if (!/^[\w.-]+(:\d{1,5})?$/.test(request.host))
      throw new ApiError('invalid-input', 'The Host header is not a host name.')
    const tenant = await app.hosts(request.hostname)
    // The empty page may load anywhere and then says in plain words that nobody is here; data may not.
    if (!tenant && !request.url.startsWith('/api/')) return
    if (!tenant) throw new ApiError('unknown-host', 'There is no organisation at this address.')
    const named = request.headers.tenant
    if (named !== undefined && named !== request.hostname.toLowerCase()) {
      throw new ApiError('tenant-mismatch', 'The tenant header must name the host that is called.')
    }
    request.tenant = tenant
  })
}

export function tenantOfRequest(request: FastifyRequest): HostTenant {
  if (!request.tenant)
    throw new ApiError('unknown-host', 'There is no organisation at this address.')
  return request.tenant
}
