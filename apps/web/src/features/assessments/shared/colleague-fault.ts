import { ApiError } from '#core/api-error.ts'

/** Why the chosen colleague can't take part. */
export function colleagueFault(error: Error | null) {
  return error instanceof ApiError ? error.fields['user_id'] : undefined
}
