import { z } from 'zod'
import { Id, Year } from './fields.ts'
import { PlanStatus } from './plan-summary.ts'

/** The user's answers of an earlier year, by the statements of this one. */
export const EarlierAnswers = z.object({
  year: Year,
  answers: z.array(
    z.object({
      statement_id: Id,
      is_not_applicable: z.boolean(),
      label: z.string().nullable(),
      /** The same response in this year's edition, if it still has it. */
      response_id: Id.nullable(),
    }),
  ),
  /** What was planned then, and what became of it. */
  planned: z.array(z.object({ statement_id: Id, id: Id, title: z.string(), status: PlanStatus })),
})
export type EarlierAnswers = z.infer<typeof EarlierAnswers>

/** For the owner of a shared assessment without answers: what it can be filled from. */
export const Fill = z.object({
  /** Their own answers of the same year. */
  own: z.boolean(),
  /** The year of the last shared one. */
  earlier: Year.nullable(),
})
export type Fill = z.infer<typeof Fill>
