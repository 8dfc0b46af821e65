import { ApiError } from '#core/errors.ts'

/** Refuses a due date before today. */
export function refusePast(dueOn: string | null, today: string): void {
  if (dueOn === null || dueOn >= today) return
  const message = 'Choose today or a later date'
  throw new ApiError('invalid-input', `${message}.`, { fields: { due_on: message } })
}
