import { hash, verify } from '@node-rs/argon2'
import { hashInTurn } from './hash-gate.ts'

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
