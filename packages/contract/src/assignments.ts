import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { ById, Id, IdText, text } from './fields.ts'
import { MOST_REMINDED, SKIP_REASONS } from './reminders.ts'
import { Declined, Person, SharedForUser } from './shared-assessments.ts'

const NeedsPerson = z.object({
  element_id: Id,
  title: z.string(),
  declined: Declined.nullable(),
})
export type NeedsPerson = z.infer<typeof NeedsPerson>

/** Of someone who no longer takes part. */
const OpenQuestion = z.object({
  id: Id,
  asked: Person,
  /** Markdown. */
  text: z.string(),
})
export type OpenQuestion = z.infer<typeof OpenQuestion>

/** A planned action of someone who no longer takes part. */
const OpenAction = z.object({ id: Id, title: z.string(), owner: Person })
export type OpenAction = z.infer<typeof OpenAction>

const TeamReminders = z.object({
  people: z.array(
    Person.extend({
      /** Elements that aren’t done, and open questions. */
      left_to_do: z.int(),
      skipped: z.enum(SKIP_REASONS).nullable(),
    }),
  ),
  /** Such as `tomorrow at 07:00`, at the organisation. */
  sent: z.string(),
})
export type TeamReminders = z.infer<typeof TeamReminders>

const FillSource = z.enum(['own', 'earlier'])
export type FillSource = z.infer<typeof FillSource>

/** Elements that need a new person. */
export const assignments = {
  decline: endpoint({
    method: 'POST',
    path: '/assessments/:id/elements/:elementId/decline',
    access: 'access-to-private-area',
    summary: 'Decline an element assigned to you, which gives it back to the owner',
    params: z.strictObject({ id: IdText, elementId: IdText }),
    body: z.strictObject({
      reason: text(1, 1000),
      /** A colleague who may know. */
      suggested_id: Id.nullable(),
    }),
    response: SharedForUser,
  }),
  listOpen: endpoint({
    method: 'GET',
    path: '/assessments/:id/assignments/open',
    access: 'access-to-private-area',
    summary:
      'As the owner or an admin, list the elements, questions and planned actions that need a new person',
    params: ById,
    response: z.object({
      elements: z.array(NeedsPerson),
      /** Empty for an admin who isn’t one of its people. */
      questions: z.array(OpenQuestion),
      actions: z.array(OpenAction),
    }),
  }),
  reminders: endpoint({
    method: 'GET',
    path: '/assessments/:id/reminders',
    access: 'access-to-private-area',
    summary:
      'As the owner or an admin, list the members who have something left to answer, and when the next reminder is sent',
    params: ById,
    response: TeamReminders,
  }),
  remind: endpoint({
    method: 'POST',
    path: '/assessments/:id/reminders',
    access: 'access-to-private-area',
    summary: 'Add a reminder to the next daily email of these members, at most one a day',
    params: ById,
    body: z.strictObject({ user_ids: z.array(Id).min(1).max(MOST_REMINDED) }),
    response: z.object({ users: z.int(), sent: z.string() }),
  }),
  fill: endpoint({
    method: 'POST',
    path: '/assessments/:id/fill',
    access: 'access-to-private-area',
    summary:
      'As the owner, copy answers to an empty shared assessment, from your own assessment or the previous shared one',
    params: ById,
    body: z.strictObject({
      /** `own`: this year's, unchanged. `earlier`: the last shared one, to confirm. */
      from: FillSource,
    }),
  }),
}
