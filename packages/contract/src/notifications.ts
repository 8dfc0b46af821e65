import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Id, Timestamp, oneLine } from './fields.ts'

/**
 * What happens to someone's part of a shared assessment. `returned`: an element that was done; `not_mine`: who it was
 * assigned to gives it back to the owner; `to_invite`: an admin is asked to invite whom it waits for; `approval`, `approved` and `refused`: of the submission; `decided`: the
 * auditor's; `planned`: an action of a plan is theirs; `plan_due`: one is due.
 */
export const NOTICE_KINDS = [
  'assigned',
  'asked',
  'returned',
  'not_mine',
  'to_invite',
  'due',
  'approval',
  'approved',
  'refused',
  'decided',
  'planned',
  'plan_due',
] as const
export type NoticeKind = (typeof NOTICE_KINDS)[number]

export const Notification = z.object({
  /** Elements of one moment are one entry. */
  ids: z.array(Id),
  kind: z.enum(NOTICE_KINDS),
  /** Who did it. Null: no one, or their account is removed. */
  by: z.string().nullable(),
  assessment_id: Id,
  /** The content set. */
  title: z.string(),
  year: z.int(),
  /** The id that all editions of its content set share. A node of release 0.2 sends none. */
  set: Id.optional(),
  /** In the assessment's edition, in order. */
  elements: z.array(z.object({ id: Id, title: z.string() })),
  /** Of a plan. */
  actions: z.array(z.object({ id: Id, title: z.string() })),
  /** The report whose plan has them. */
  report_id: Id.nullable(),
  statement_id: Id.nullable(),
  /** Whom to invite. */
  email: z.string().nullable(),
  at: Timestamp,
  is_read: z.boolean(),
})
export type Notification = z.infer<typeof Notification>

/** The newest entries. */
export const MOST_NOTIFICATIONS = 50

export const Notifications = z.object({
  /** Send it with the next request as `seen`. */
  tag: z.string(),
  notifications: z.array(Notification),
})
export type Notifications = z.infer<typeof Notifications>

/** The list behind the bell. */
export const notifications = {
  list: endpoint({
    method: 'GET',
    path: '/user/notifications',
    access: 'signed-in',
    summary:
      'List your notifications about shared assessments. The response is empty if nothing has changed since the last response',
    query: z.object({
      /** The tag of the last answer. */
      seen: oneLine().max(100).optional(),
    }),
    response: Notifications.optional(),
  }),
  read: endpoint({
    method: 'POST',
    path: '/user/notifications/read',
    access: 'signed-in',
    summary: 'Mark notifications as read',
    body: z.strictObject({ ids: z.array(Id).max(10_000) }),
  }),
}
