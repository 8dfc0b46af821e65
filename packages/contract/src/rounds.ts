import { z } from 'zod'
import { Id, Timestamp } from './fields.ts'

/** `submitted` waits for an auditor. The last four are final. */
export const ReviewStatus = z.enum([
  'submitted',
  'started',
  'withdrawn',
  'returned',
  'certified',
  'refused',
])
export type ReviewStatus = z.infer<typeof ReviewStatus>

/** An auditor's remark on a statement, as the respondent reads it. */
export const Remark = z.object({
  statement_id: Id,
  element_id: Id,
  key: z.string(),
  number: z.string(),
  statement: z.string(),
  /** Labels of the responses; null if it doesn't apply. */
  declared: z.string().nullable(),
  certified: z.string().nullable(),
  remark: z.string().nullable(),
})
export type Remark = z.infer<typeof Remark>

/** A submission and its outcome. Remarks are included after it has ended. */
export const Round = z.object({
  round: z.int(),
  status: ReviewStatus,
  submitted_at: Timestamp,
  started_at: Timestamp.nullable(),
  ended_at: Timestamp.nullable(),
  reviewer: z.string().nullable(),
  reason: z.string().nullable(),
  /** Statements with a remark or a changed response. */
  remarks: z.array(Remark),
})
export type Round = z.infer<typeof Round>

export const HistoryStep = z.object({
  step: z.string(),
  reason: z.string().nullable(),
  by: z.string(),
  at: Timestamp,
})
export type HistoryStep = z.infer<typeof HistoryStep>
