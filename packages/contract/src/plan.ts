import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { ById, Day, Id, Timestamp, Year, line, oneLine, text } from './fields.ts'
import { ACTION_LENGTHS, MOST_ACTIONS } from './list-sizes.ts'
import { PlanStatus } from './plan-summary.ts'
import { Person } from './shared-assessments.ts'

/** What is to be done about a statement. */
export const PlannedAction = z.object({
  id: Id,
  assessment_id: Id,
  statement_key: z.string(),
  /** As the newest edition with this key has it. Null if none has any more. */
  statement: z.object({ reference: z.string(), text: z.string(), element: z.string() }).nullable(),
  title: z.string(),
  owner: Person.nullable(),
  /** False if the chosen level and profiles don’t ask its statement. A node of release 0.2 sends none. */
  is_in_scope: z.boolean().optional(),
  /** Its owner no longer takes part, and it is neither done nor dropped. */
  needs_person: z.boolean(),
  due_on: z.iso.date().nullable(),
  status: PlanStatus,
  note: z.string(),
  version: z.int(),
  /** Null if their account is removed. */
  updated_by: z.string().nullable(),
  updated_at: Timestamp,
  /** What you may change: all of it, its status and note, or nothing. */
  may: z.enum(['everything', 'progress', 'nothing']),
})
export type PlannedAction = z.infer<typeof PlannedAction>

/** What an assessment’s people plan to do. */
export const Plan = z.object({
  year: Year,
  is_shared: z.boolean(),
  may_add: z.boolean(),
  /** Who can own an action. */
  people: z.array(Person),
  /** The newest action report of the assessment. */
  report: z.object({ id: Id, title: z.string() }).nullable(),
  /** By statement. */
  actions: z.array(PlannedAction),
})
export type Plan = z.infer<typeof Plan>

/** `details` of a `conflict`: the actions that someone else has changed, as they are now. */
export const ActionConflict = z.object({ actions: z.array(PlannedAction) })
export type ActionConflict = z.infer<typeof ActionConflict>

const Title = line(1, ACTION_LENGTHS.title)
const ActionNote = text(0, ACTION_LENGTHS.note)

const NewAction = z.strictObject({
  /** New for each action and the same for each retry, so that a retry has no second effect. */
  key: z.uuid(),
  statement_key: oneLine().min(1).max(200),
  title: Title,
  owner_id: Id.nullable(),
  due_on: Day.nullable(),
  status: PlanStatus.default('open'),
  note: ActionNote.default(''),
})
export type NewAction = z.output<typeof NewAction>

const ActionChange = z.strictObject({
  actions: z
    .array(z.strictObject({ id: Id, version: z.int32().min(1) }))
    .min(1)
    .max(MOST_ACTIONS),
  title: Title.optional(),
  owner_id: Id.nullable().optional(),
  due_on: Day.nullable().optional(),
  status: PlanStatus.optional(),
  note: ActionNote.optional(),
})
export type ActionChange = z.output<typeof ActionChange>

/** Of a whole plan with the longest texts, three bytes for each character, which is put back in one request. */
const PLAN_BYTES = 16 * 1024 * 1024

/** Who reads an assessment reads its plan. */
export const plan = {
  list: endpoint({
    method: 'GET',
    path: '/assessments/:id/plan',
    access: 'access-to-private-area',
    summary:
      'Get the plan of an assessment: the actions for its statements, with owners and due dates',
    params: ById,
    response: Plan,
  }),
  add: endpoint({
    method: 'POST',
    path: '/assessments/:id/plan',
    access: 'access-to-private-area',
    summary: 'As the owner or a contributor, add actions to the plan of an assessment',
    params: ById,
    body: z.strictObject({
      actions: z.array(NewAction).min(1).max(MOST_ACTIONS),
      /** Puts removed actions back, also with a date that has passed. */
      restores: z.boolean().default(false),
    }),
    mostBytes: PLAN_BYTES,
    response: z.object({
      actions: z.array(PlannedAction),
      /** Such as that there is already an action for a statement. */
      warning: z.string().nullable(),
    }),
  }),
  change: endpoint({
    method: 'PATCH',
    path: '/assessments/:id/plan',
    access: 'access-to-private-area',
    summary:
      'Change planned actions, all or none. The owner of the assessment and the contributor who added an action can change all of it. The owner of the action can change its status and note',
    params: ById,
    body: ActionChange,
    response: z.object({ actions: z.array(PlannedAction) }),
  }),
  remove: endpoint({
    method: 'POST',
    path: '/assessments/:id/plan/removals',
    access: 'access-to-private-area',
    summary:
      'As the owner of the assessment or the contributor who added them, remove actions from the plan, all or none. Actions that are already removed are ignored',
    params: ById,
    body: z.strictObject({ ids: z.array(Id).min(1).max(MOST_ACTIONS) }),
    response: z.object({ removed: z.array(Id) }),
  }),
  xlsx: endpoint({
    method: 'GET',
    path: '/assessments/:id/plan/xlsx',
    access: 'access-to-private-area',
    summary: 'Download the plan of an assessment as a workbook',
    params: ById,
    file: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  }),
  csv: endpoint({
    method: 'GET',
    path: '/assessments/:id/plan/csv',
    access: 'access-to-private-area',
    summary: 'Download the plan of an assessment as CSV',
    params: ById,
    file: 'text/csv',
  }),
}
