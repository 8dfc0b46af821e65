import { hash, verify } from '@node-rs/argon2'
import { dictionary } from '@zxcvbn-ts/language-common'
import { ApiError } from '#core/errors.ts'
import { hashInTurn } from './hash-gate.ts'

const common: ReadonlySet<string> = new Set(dictionary['passwords-common'])

// Made once with the library's defaults (argon2id, 19 MiB, 2 passes: OWASP's), so that an unknown address costs the same work.
const DUMMY = await hash('no account has this password')

export function hashPassword(password: string): Promise<string> {
  return hashInTurn(() => hash(password))
}

/** Always does the work of one comparison, whether or not there is a hash to compare with. */
export async function isPassword(
  stored: string | null | undefined,
  password: string,
): Promise<boolean> {
  const matches = await hashInTurn(() => verify(stored ?? DUMMY, password).catch(() => false))
  return matches && typeof stored === 'string'
}

/** Found in lists of common and breached passwords; with or without figures and signs put at its end. */
export function isCommonPassword(password: string): boolean {
  const plain = password.toLowerCase()
  return common.has(plain) || common.has(plain.replace(/[\d\W]+$/, ''))
}

export function refuseCommonPassword(password: string): void {
  if (!isCommonPassword(password)) return
  throw new ApiError('invalid-input', 'Choose another password.', {
    fields: { password: 'This password is on lists of common passwords. Choose one that is not' },
  })
}
