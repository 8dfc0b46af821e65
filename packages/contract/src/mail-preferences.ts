import { z } from 'zod'

/** What users can turn off in their settings. */
export const MAIL_PREFERENCES = [
  'due',
  'prompted',
  'assigned',
  'asked',
  'returned',
  'decided',
  'to_invite',
] as const
export type MailPreference = (typeof MAIL_PREFERENCES)[number]

/** Which emails a user wants. */
export const MailPreferences = z.strictObject({
  /** Before and after a due date. */
  due: z.boolean(),
  /** An admin reminds them. */
  prompted: z.boolean(),
  /** Elements of a shared assessment are theirs to answer. */
  assigned: z.boolean(),
  /** A colleague asks them about a statement. */
  asked: z.boolean(),
  /** An element comes back to them. */
  returned: z.boolean(),
  /** An approval is asked of them or given, or the auditor has decided. */
  decided: z.boolean(),
  /** Of those who may invite: someone is to be invited. */
  to_invite: z.boolean(),
})
export type MailPreferences = z.infer<typeof MailPreferences>
