import type { PublicContext } from '#core/context.ts'
import { COOKIE } from '#core/request-origin.ts'
import { hashOf, randomToken } from '#core/random-token.ts'

/** For a sign-in and for the two hosts of a handover. */
type BindingCookie = '__Host-sso_tx' | '__Host-hp' | '__Host-hv'

/** Seconds. */
const LIFETIME: Record<BindingCookie, number> = {
  '__Host-sso_tx': 600,
  '__Host-hp': 60,
  '__Host-hv': 60,
}

/** Keeps the cookie of this browser if it has one, so that two tabs can sign in at the same time. */
export function bindBrowser({ request, reply }: PublicContext, name: BindingCookie): string {
  const present = request.cookies[name]
  const proof = present !== undefined && /^[\w-]{43}$/.test(present) ? present : randomToken()
  reply.setCookie(name, proof, { ...COOKIE, maxAge: LIFETIME[name] })
  return proof
}

export function isBoundBrowser(
  { request }: PublicContext,
  name: BindingCookie,
  hash: Buffer,
): boolean {
  const proof = request.cookies[name]
  return proof !== undefined && hashOf(proof).equals(hash)
}
