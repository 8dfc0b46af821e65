import type { PublicContext } from '#core/context.ts'
import { hostnameOf } from '#core/host-tenant.ts'

/** A link to the organisation's own host, never to the request's Host header. */
export function addressOf({ app, tenant }: Pick<PublicContext, 'app' | 'tenant'>, path: string) {
  return new URL(path, originOf(app.env, hostnameOf(tenant, app.env.BASE_DOMAIN))).href
}

export function originOf({ PUBLIC_URL }: { PUBLIC_URL: string }, hostname: string): string {
  const url = new URL(PUBLIC_URL)
  url.hostname = hostname
  return url.origin
}
