import { createHmac, randomInt } from 'node:crypto'

/** Without i, l, o, u, 0 and 1, which are easily mistaken. */
const LETTERS = 'abcdefghjkmnpqrstvwxyz23456789'
const LENGTH = 12
const COUNT = 10

/** Ten codes of 59 bits. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: COUNT }, () =>
    Array.from({ length: LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join(''),
  )
}

/** For reading: `h4kw-9tmq-x7de`. */
export function inGroups(code: string): string {
  return code.match(/.{4}/g)?.join('-') ?? code
}

/** The codes can't be guessed, so a keyed hash without a work factor is enough. */
export function hashOfCode(secret: string, userId: number, code: string): Buffer {
  return createHmac('sha256', secret).update(`recovery code\n${userId}\n${code}`).digest()
}
