import { createHash, createHmac, randomBytes } from 'node:crypto'

/** 256 random bits. */
export function randomToken(): string {
  return randomBytes(32).toString('base64url')
}

/** SHA-256. The database stores it instead of a token. */
export function hashOf(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}

export function firstRefreshToken(sessionId: number): string {
  return `${sessionId}.${randomToken()}`
}

/** Derived from the token that it replaces, so that a repeat after a lost answer gets the same one. */
export function successorOf(token: string, secret: string): string {
  const [sessionId] = token.split('.')
  return `${sessionId}.${createHmac('sha256', secret).update(`refresh ${token}`).digest('base64url')}`
}
