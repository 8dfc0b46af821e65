import { z } from 'zod'

/** What users can turn off in their settings. */
export const MAIL_PREFERENCES = ['due', 'prompted'] as const
export type MailPreference = (typeof MAIL_PREFERENCES)[number]

/** Which emails a user wants. */
export const MailPreferences = z.strictObject({
  /** Before and after a due date. */
  due: z.boolean(),
  /** An admin reminds them. */
  prompted: z.boolean(),
})
export type MailPreferences = z.infer<typeof MailPreferences>
