import { z } from 'zod'
import { AssessmentStatus } from './assessments.ts'
import { endpoint } from './endpoint.ts'
import { ById, Id } from './fields.ts'
import { HistoryStep, Round } from './reviews.ts'

/** `details` of `submission-incomplete`: everything that is missing, by element. */
export const MissingElement = z.object({
  id: Id,
  number: z.int(),
  title: z.string(),
  /** Statements without a whole, confirmed answer; with none of them only Complete is missing. */
  statement_ids: z.array(Id),
  /** Statements whose declared response asks for evidence while none is there. */
  evidence_ids: z.array(Id),
})
export type MissingElement = z.infer<typeof MissingElement>

/** A file in which a virus was found: nobody opens it, the auditor neither. */
export const InfectedFile = z.object({
  id: Id,
  name: z.string(),
  statement_id: Id,
  element_id: Id,
  number: z.string(),
  statement: z.string(),
})
export type InfectedFile = z.infer<typeof InfectedFile>

/** How a person's assessment stands in its certification. */
export const Submission = z.object({
  status: AssessmentStatus,
  /** What is still missing before it can be submitted. */
  missing: z.array(MissingElement),
  infected: z.array(InfectedFile),
  can_submit: z.boolean(),
  can_withdraw: z.boolean(),
  /** Newest first. */
  rounds: z.array(Round),
  history: z.array(HistoryStep),
})
export type Submission = z.infer<typeof Submission>

export const submissions = {
  get: endpoint({
    method: 'GET',
    path: '/assessments/:id/submission',
    access: 'access-to-private-area',
    summary: 'How an assessment stands in its certification, with the remarks of every round',
    params: ById,
    response: Submission,
  }),
  submit: endpoint({
    method: 'POST',
    path: '/assessments/:id/submission',
    access: 'access-to-private-area',
    summary: 'Submit a completed certification assessment for review',
    params: ById,
    response: Submission,
  }),
  withdraw: endpoint({
    method: 'DELETE',
    path: '/assessments/:id/submission',
    access: 'access-to-private-area',
    summary: 'Take a submission back before its review has begun',
    params: ById,
    response: Submission,
  }),
}
