import type { PublicContext } from '#core/context.ts'
import { hostnameOf } from '#core/host-tenant.ts'

/** A link into the organisation's own host: from its row, never from the request's Host header. */
export function addressOf(
  { app, tenant }: Pick<PublicContext, 'app' | 'tenant'>,
  path: string,
): string {
  return new URL(path, originOf(app.env, hostnameOf(tenant, app.env.BASE_DOMAIN))).href
}

/** A tenant's host under the scheme and port at which people reach the installation. */
export function originOf({ PUBLIC_URL }: { PUBLIC_URL: string }, hostname: string): string {
  const url = new URL(PUBLIC_URL)
  url.hostname = hostname
  return url.origin
}
