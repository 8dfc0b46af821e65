import { z } from 'zod'
import { PLAN_STATUSES } from './enumerations.ts'
import { Id, Year } from './fields.ts'
import { Person } from './shared-assessments.ts'

export const PlanStatus = z.enum(PLAN_STATUSES)
export type PlanStatus = z.infer<typeof PlanStatus>

/** Of the chosen year, or else of the last year with a plan. */
export const PlanSummary = z.object({
  year: Year,
  /** The newest report of its assessment. */
  report_id: Id,
  /** Still to be done, and of these past their due date. */
  left: z.int(),
  overdue: z.int(),
  done: z.int(),
  /** The first ones to be done, yours before others. */
  next: z.array(
    z.object({
      id: Id,
      title: z.string(),
      owner: Person.nullable(),
      due_on: z.iso.date().nullable(),
      status: PlanStatus,
    }),
  ),
})
export type PlanSummary = z.infer<typeof PlanSummary>
