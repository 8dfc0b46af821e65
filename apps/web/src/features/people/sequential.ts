import { formatNumber } from 'rules/plural'
import { ApiError } from '#core/api-error.ts'

interface Failed<T> {
  one: T
  error: unknown
}

/** Runs `work` for each item in series and returns the items that failed. */
export async function inSequence<T>(all: readonly T[], work: (one: T) => Promise<unknown>) {
  const failed: Failed<T>[] = []
  for (const one of all) await work(one).catch((error: unknown) => failed.push({ one, error }))
  return { failed, error: firstOf(failed, all.length) }
}

function firstOf(failed: readonly Failed<unknown>[], count: number) {
  const first = failed[0]?.error
  if (!(first instanceof ApiError) || count === 1) return first
  const message = `${formatNumber(failed.length)} of ${formatNumber(count)} failed. ${first.message}`
  return new ApiError({ status: first.status, code: first.code, message })
}
