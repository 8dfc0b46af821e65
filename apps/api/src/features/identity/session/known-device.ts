import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { accountOfEmail } from '#features/identity/account-locks.ts'
import type { PublicContext } from '#core/context.ts'
import { readCookie, setCookie } from '#core/cookies.ts'

/** Seconds. */
const HALF_A_YEAR = 180 * 24 * 3600

/** Known and unknown addresses count alike. */
export function accountKeyOf({ tenant }: PublicContext, email: string): string {
  return accountOfEmail(tenant.id, email)
}

/** The id of this browser, if the account has signed in with it before. */
export function findKnownDevice(context: PublicContext, email: string): string | undefined {
  const { app } = context
  const [name, proof] = readCookie(context, 'pat_device')?.split('.') ?? []
  if (name === undefined || proof === undefined) return undefined
  const account = accountKeyOf(context, email)
  const given = Buffer.from(proof, 'base64url')
  const isOurs = app.secrets.some((secret) => isEqual(given, proofOf(secret, account, name)))
  return isOurs ? name : undefined
}

/** Called after a complete sign-in, or a new password by a mailed link. */
export function rememberDevice(context: PublicContext, email: string): void {
  const { app } = context
  const name = findKnownDevice(context, email) ?? randomBytes(16).toString('base64url')
  const proof = proofOf(app.secret, accountKeyOf(context, email), name).toString('base64url')
  setCookie(context, 'pat_device', `${name}.${proof}`, HALF_A_YEAR)
}

function proofOf(secret: string, account: string, name: string) {
  return createHmac('sha256', secret).update(`known device\n${account}\n${name}`).digest()
}

function isEqual(one: Buffer, other: Buffer) {
  return one.length === other.length && timingSafeEqual(one, other)
}
