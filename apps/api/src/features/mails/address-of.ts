import type { PublicContext } from '#core/context.ts'
import { hostnameOf } from '#core/host-tenant.ts'

/** A link into the organisation's own host: from its row, never from the request's Host header. */
export function addressOf(
  { app, tenant }: Pick<PublicContext, 'app' | 'tenant'>,
  path: string,
): string {
  return new URL(path, originOf(app.env, hostnameOf(tenant, app.env.BASE_DOMAIN))).href
}

/** On localhost people reach the process itself, elsewhere a proxy that ends TLS. */
export function originOf(env: { BASE_DOMAIN: string; PORT: number }, hostname: string): string {
  const isLocal = env.BASE_DOMAIN === 'localhost' || env.BASE_DOMAIN.endsWith('.localhost')
  return isLocal ? `http://${hostname}:${env.PORT}` : `https://${hostname}`
}
