import { createHash, createHmac, randomBytes } from 'node:crypto'

/** `<session id>.<256 bits>`; only its hash is stored. */
export function firstRefreshToken(sessionId: number): string {
  return `${sessionId}.${randomBytes(32).toString('base64url')}`
}

/** Derived from the token that it replaces, so that a repeat after a lost answer gets the same one. */
export function successorOf(token: string, secret: string): string {
  const [sessionId] = token.split('.')
  return `${sessionId}.${createHmac('sha256', secret).update(`refresh ${token}`).digest('base64url')}`
}

export function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
