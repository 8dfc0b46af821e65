import { createHash } from 'node:crypto'
import { createOutgoingFetch } from './outgoing.ts'

const TIMEOUT_MS = 2000
const PREFIX = 5

export type IsBreached = (password: string) => Promise<boolean>

/**
 * Checks a password with the range API of Have I Been Pwned, which sees only five digits of its SHA-1. If the check is
 * off or fails, breached passwords are not refused.
 */
export function createBreachCheck(
  url: string | undefined,
  onFailure: (reason: string) => void,
): IsBreached {
  if (url === undefined) return async () => false
  const fetch = createOutgoingFetch({ isStrict: false, timeoutMs: TIMEOUT_MS })
  return async (password) => {
    const hash = createHash('sha1').update(password).digest('hex').toUpperCase()
    try {
      // Padding makes all answers similar in size, so that an observer learns nothing.
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

/** A row is SUFFIX:COUNT. Padding has the count 0. */
function hasSuffix(lines: string, suffix: string): boolean {
  return new RegExp(`^${suffix}:0*[1-9]`, 'm').test(lines)
}
