import type { App } from '#core/context.ts'
import { type HostTenant, hostnameOf } from '#core/host-tenant.ts'

/** What the address of an organisation's page depends on. */
export type PlaceContext = { app: Pick<App, 'env'>; tenant: HostTenant }

/** A link to the organisation's own host, never to the request's Host header. */
export function addressOf({ app, tenant }: PlaceContext, path: string) {
  return new URL(path, originOf(app.env, hostnameOf(tenant, app.env.BASE_DOMAIN))).href
}

/** With an email address. Encoded, because a bare `+` would be read as a space. */
export function addressFor(place: PlaceContext, path: string, email: string): string {
  return addressOf(place, `${path}?email=${encodeURIComponent(email)}`)
}

/** The page that accepts an invitation. */
export function inviteAddress(place: PlaceContext, email: string, signature: string): string {
  return addressFor(place, `/register/invite/${signature}`, email)
}

export function originOf({ PUBLIC_URL }: { PUBLIC_URL: string }, hostname: string): string {
  const url = new URL(PUBLIC_URL)
  url.hostname = hostname
  return url.origin
}
