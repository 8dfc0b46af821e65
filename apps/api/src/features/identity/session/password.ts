import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { ApiError } from '#core/errors.ts'

// One processor, and one of libuv's four threads, stay free for saving.
const MAX_RUNNING = Math.min(3, Math.max(1, availableParallelism() - 1))

/** About two seconds of work. */
const MAX_WAITING = 60 * MAX_RUNNING

// The library's defaults are OWASP's. An unknown address costs the same work with this hash.
const DUMMY = await hash('no account has this password')

let running = 0
const waiting: (() => void)[] = []

/** Called before an attempt is counted, so that a busy server costs no one an attempt. */
export function refuseWhenBusy(): void {
  if (waiting.length < MAX_WAITING) return
  throw new ApiError('busy', 'Too many users are signing in. Try again in a few seconds.', {
    retryAfter: 2,
  })
}

/** Limits how much work on passwords runs at the same time. */
export async function queueHashing<T>(work: () => Promise<T>): Promise<T> {
  if (running < MAX_RUNNING) running += 1
  else {
    refuseWhenBusy()
    await new Promise<void>((start) => waiting.push(start))
  }
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }
}

export function hashPassword(password: string): Promise<string> {
  return queueHashing(() => hash(password))
}

/** Does the work of one comparison, with or without a stored hash. */
export async function isPassword(stored: string | null | undefined, password: string) {
  const matches = await queueHashing(() => verify(stored ?? DUMMY, password).catch(() => false))
  return matches && typeof stored === 'string'
}
