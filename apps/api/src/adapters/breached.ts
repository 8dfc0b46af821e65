import { createHash } from 'node:crypto'
import { makeOutgoingFetch } from './outgoing.ts'

/** Somebody waits for the answer. */
const TIMEOUT_MS = 2000
const PREFIX = 5

export type IsBreached = (password: string) => Promise<boolean>

/**
 * Asks a list of breached passwords (the range API of Have I Been Pwned) with the first five hex digits of the
 * SHA-1 alone. Without an address nothing is asked, and without an answer no password is refused.
 */
export function makeBreachCheck(
  url: string | undefined,
  onFailure: (reason: string) => void,
): IsBreached {
  if (url === undefined) return async () => false
  const fetch = makeOutgoingFetch({ isStrict: false, timeoutMs: TIMEOUT_MS })
  return async (password) => {
    const hash = createHash('sha1').update(password).digest('hex').toUpperCase()
    try {
      // All answers are padded to a like length: nobody on the way can tell them apart.
      const answer = await fetch(`${url.replace(/\/$/, '')}/${hash.slice(0, PREFIX)}`, {
        headers: { 'add-padding': 'true' },
      })
      if (!answer.ok) throw new Error(`status ${answer.status}`)
      return hasSuffix(await answer.text(), hash.slice(PREFIX))
    } catch (error) {
      onFailure(error instanceof Error ? error.message : String(error))
      return false
    }
  }
}

/** A line is SUFFIX:COUNT; those of the padding have a count of 0. */
function hasSuffix(lines: string, suffix: string): boolean {
  return lines
    .split(/\r?\n/)
    .some((line) => line.startsWith(`${suffix}:`) && Number(line.slice(suffix.length + 1)) > 0)
}
