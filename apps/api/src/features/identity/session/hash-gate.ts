import { availableParallelism } from 'node:os'
import { ApiError } from '#core/errors.ts'

// One processor, and one of libuv's four threads, stay free: saving waits for both.
const AT_ONCE = Math.min(3, Math.max(1, availableParallelism() - 1))

/** About two seconds of work: who has to wait longer is better told so. */
const MOST_WAITING = 60 * AT_ONCE

let running = 0
const waiting: (() => void)[] = []

/** To be asked before a try is counted: nobody runs out of tries because of others. */
export function refuseWhenBusy(): void {
  if (waiting.length < MOST_WAITING) return
  throw new ApiError('unavailable', 'Many people are signing in just now. Try again in a moment.', {
    retryAfter: 2,
  })
}

/** Runs the costly work of passwords, a little of it at a time. */
export async function hashInTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running < AT_ONCE) running += 1
  else {
    refuseWhenBusy()
    await new Promise<void>((start) => waiting.push(start))
  }
  try {
    return await work()
  } finally {
    // The place goes to the next in the queue, or becomes free.
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }
}
