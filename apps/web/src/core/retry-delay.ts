import { ApiError } from './api-error.ts'

// The specification, section 9: from 1 s doubling to 30 s.
const MIN = 1000
const MAX = 30_000

/** Milliseconds until the next attempt, at least as long as the server says. */
export function retryDelay(failures: number, error?: unknown) {
  const delay = Math.min(MIN * 2 ** failures, MAX)
  const least = error instanceof ApiError ? (error.retryAfter ?? 0) * 1000 : 0
  return Math.max(delay, Math.min(least, MAX))
}
