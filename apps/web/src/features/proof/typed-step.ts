import { z } from 'zod'

/** The step field of a form; the server knows which codes are right. */
export function typedStep(isNeeded: boolean) {
  return isNeeded
    ? z.string().trim().min(1, 'Enter a code from your app, or a recovery code')
    : z.string()
}
