import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { DEVICE_HEADER } from 'contract/cookies'
import { accountOfEmail } from '#features/identity/account-locks.ts'
import type { PublicContext } from '#core/context.ts'
import { clearCookie, readCookie, setCookie } from '#core/cookies.ts'

/** Known and unknown addresses count alike. */
export function accountKeyOf({ tenant }: PublicContext, email: string): string {
  return accountOfEmail(tenant.id, email)
}

/** The id of this browser, if the account has signed in with it before. */
export function findKnownDevice(context: PublicContext, email: string): string | undefined {
  return proven(context, email, proofOfPage(context)) ?? proven(context, email, oldProof(context))
}

/** Called after a complete sign-in, or a new password by a mailed link. The page keeps the proof. */
export function rememberDevice(context: PublicContext, email: string): void {
  const { app, reply } = context
  const name = findKnownDevice(context, email) ?? randomBytes(16).toString('base64url')
  const mac = macOf(app.secret, accountKeyOf(context, email), name).toString('base64url')
  const proof = `${name}.${mac}`
  reply.header(DEVICE_HEADER, proof)
  if (oldProof(context) !== undefined) replaceOldProof(context, email, proof)
}

function proofOfPage({ request }: PublicContext): string | undefined {
  return request.headers[DEVICE_HEADER]?.toString()
}

function oldProof(context: PublicContext): string | undefined {
  return readCookie(context, 'pat_device')
}

// The previous release, which can run beside this one, knows the cookie only. It lasts another day.
function replaceOldProof(context: PublicContext, email: string, proof: string) {
  if (proven(context, email, proofOfPage(context)) === undefined)
    setCookie(context, 'pat_device', proof)
  else clearCookie(context, 'pat_device')
}

function proven(context: PublicContext, email: string, proof: string | undefined) {
  const [name, mac] = proof?.split('.') ?? []
  if (name === undefined || mac === undefined) return undefined
  const account = accountKeyOf(context, email)
  const given = Buffer.from(mac, 'base64url')
  const isOurs = context.app.secrets.some((secret) => isEqual(given, macOf(secret, account, name)))
  return isOurs ? name : undefined
}

function macOf(secret: string, account: string, name: string) {
  return createHmac('sha256', secret).update(`known device\n${account}\n${name}`).digest()
}

function isEqual(one: Buffer, other: Buffer) {
  return one.length === other.length && timingSafeEqual(one, other)
}
