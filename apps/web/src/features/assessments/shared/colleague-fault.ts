import { ApiError } from '#core/api-error.ts'

/** Why the chosen colleague can't take part. */
export function colleagueFault(error: Error | null, field = 'user_id') {
  return error instanceof ApiError ? error.fields[field] : undefined
}
