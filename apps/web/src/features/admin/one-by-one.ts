import { ApiError } from '#core/api-error.ts'

/** Does the same for each, also when one fails; then throws what the first failure was, and how many did. */
export async function oneByOne<T>(all: readonly T[], work: (one: T) => Promise<unknown>) {
  const failures: unknown[] = []
  for (const one of all) await work(one).catch((error: unknown) => failures.push(error))
  const [first] = failures
  if (first === undefined) return
  if (!(first instanceof ApiError) || all.length === 1) throw first
  const message = `${failures.length} of ${all.length} could not be done. ${first.message}`
  throw new ApiError({ status: first.status, code: first.code, message })
}
