import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { PublicContext } from '#core/context.ts'
import { COOKIE } from '#core/request-origin.ts'

const DEVICE_COOKIE = '__Host-pat_device'
/** Seconds. */
const HALF_A_YEAR = 180 * 24 * 3600

/** An address of an organisation: whether anybody has it does not matter. */
export function accountOf({ tenant }: PublicContext, email: string): string {
  return `${tenant.id}\n${email.toLowerCase()}`
}

/** The name of this browser when this account has signed in from it before; it opens nothing by itself. */
export function findKnownDevice(context: PublicContext, email: string): string | undefined {
  const { app, request } = context
  const [name, proof] = request.cookies[DEVICE_COOKIE]?.split('.') ?? []
  if (name === undefined || proof === undefined) return undefined
  const account = accountOf(context, email)
  const given = Buffer.from(proof, 'base64url')
  const isOurs = app.secrets.some((secret) => isEqual(given, proofOf(secret, account, name)))
  return isOurs ? name : undefined
}

/** To be called when this account has signed in, with every step there is, or set a password with a mailed link. */
export function rememberDevice(context: PublicContext, email: string): void {
  const { app, reply } = context
  const name = findKnownDevice(context, email) ?? randomBytes(16).toString('base64url')
  const proof = proofOf(app.secret, accountOf(context, email), name).toString('base64url')
  reply.setCookie(DEVICE_COOKIE, `${name}.${proof}`, { ...COOKIE, maxAge: HALF_A_YEAR })
}

function proofOf(secret: string, account: string, name: string) {
  return createHmac('sha256', secret).update(`known device\n${account}\n${name}`).digest()
}

function isEqual(one: Buffer, other: Buffer) {
  return one.length === other.length && timingSafeEqual(one, other)
}
