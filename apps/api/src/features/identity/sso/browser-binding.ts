import type { PublicContext } from '#core/context.ts'
import { readCookie, setCookie } from '#core/cookies.ts'
import { hashOf, randomToken } from '#core/random-token.ts'

/** For a sign-in and for the two hosts of a handover. */
type BindingCookie = 'sso_tx' | 'hp' | 'hv'

/** Seconds. */
const LIFETIME: Record<BindingCookie, number> = {
  sso_tx: 600,
  hp: 60,
  hv: 60,
}

/** Keeps the cookie of this browser if it has one, so that two tabs can sign in at the same time. */
export function bindBrowser(context: PublicContext, name: BindingCookie): string {
  const present = readCookie(context, name)
  const proof = present !== undefined && /^[\w-]{43}$/.test(present) ? present : randomToken()
  setCookie(context, name, proof, LIFETIME[name])
  return proof
}

export function isBoundBrowser(context: PublicContext, name: BindingCookie, hash: Buffer): boolean {
  const proof = readCookie(context, name)
  return proof !== undefined && hashOf(proof).equals(hash)
}
