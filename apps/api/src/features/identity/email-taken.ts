import { ApiError } from '#core/errors.ts'

/** What a failed write of a person means when it was the address that is somebody's already. */
export function emailTaken(error: unknown, where = 'your organisation'): unknown {
  const isTaken = error instanceof Error && 'code' in error && error.code === '23505'
  if (!isTaken) return error
  return new ApiError('email-taken', `Somebody in ${where} already uses this address.`)
}
