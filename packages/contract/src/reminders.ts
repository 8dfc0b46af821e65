import { z } from 'zod'
import { Task } from './due-dates.ts'
import { endpoint } from './endpoint.ts'
import { ById, Id } from './fields.ts'

export const MOST_REMINDED = 500

/** Whom to remind of what. */
export const ReminderBody = Task.extend({
  user_ids: z
    .array(Id)
    .min(1)
    .max(MOST_REMINDED, `Choose at most ${MOST_REMINDED} users at a time`),
})
export type ReminderBody = z.infer<typeof ReminderBody>

/** Why someone gets no email: nothing is left to do, they have left, don't want it, or are reminded already. */
export const SKIP_REASONS = ['done', 'inactive', 'muted', 'reminded'] as const

export const ReminderPreview = z.object({
  people: z.array(
    z.object({
      id: Id,
      name: z.string(),
      email: z.string(),
      skipped: z.enum(SKIP_REASONS).nullable(),
    }),
  ),
  /** Such as `tomorrow at 07:00`, at the organisation. */
  sent: z.string(),
  /** As the first of them gets it. Null if no one does. */
  mail: z.object({ subject: z.string(), text: z.string() }).nullable(),
})
export type ReminderPreview = z.infer<typeof ReminderPreview>

export const reminders = {
  preview: endpoint({
    method: 'POST',
    path: '/customers/:id/reminder-previews',
    access: 'create-users',
    summary: 'Preview a reminder: its recipients, time and text',
    params: ById,
    body: ReminderBody,
    response: ReminderPreview,
  }),
  send: endpoint({
    method: 'POST',
    path: '/customers/:id/reminders',
    access: 'create-users',
    summary: 'Add a reminder to the next daily email of these users',
    params: ById,
    body: ReminderBody,
    response: z.object({ users: z.int(), sent: z.string() }),
  }),
}
