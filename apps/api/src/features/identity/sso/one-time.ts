import { createHash, randomBytes } from 'node:crypto'

/** 256 random bits, for addresses and cookies. */
export function randomToken(): string {
  return randomBytes(32).toString('base64url')
}

/** What the database keeps of it. */
export function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
