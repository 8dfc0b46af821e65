import { z } from 'zod'
import { AssessmentStatus } from './assessments.ts'
import { endpoint } from './endpoint.ts'
import { ById, Id, Year } from './fields.ts'
import { HistoryStep, Round } from './rounds.ts'

/** `details` of `submission-incomplete`: everything that is missing, by element. */
export const MissingElement = z.object({
  id: Id,
  key: z.string(),
  number: z.int(),
  title: z.string(),
  /** Statements without a confirmed answer. If empty, the element only has to be completed. */
  statement_ids: z.array(Id),
  /** Statements whose declared response requires evidence that is not attached. */
  evidence_ids: z.array(Id),
  /** Statements whose declared response requires a note that is not written. */
  note_ids: z.array(Id),
})
export type MissingElement = z.infer<typeof MissingElement>

/** A file with a virus, which no one can open. */
export const InfectedFile = z.object({
  id: Id,
  file_name: z.string(),
  statement_id: Id,
  element_id: Id,
  key: z.string(),
  number: z.string(),
  statement: z.string(),
})
export type InfectedFile = z.infer<typeof InfectedFile>

/** The certification status of an assessment. */
export const Submission = z.object({
  status: AssessmentStatus,
  /** What is missing before it can be submitted. */
  missing: z.array(MissingElement),
  infected: z.array(InfectedFile),
  can_submit: z.boolean(),
  can_withdraw: z.boolean(),
  /** Newest first. */
  rounds: z.array(Round),
  history: z.array(HistoryStep),
})
export type Submission = z.infer<typeof Submission>

/** A certification that an auditor returned and that wasn't submitted again. */
export const Returned = z.object({
  assessment_id: Id,
  year: Year,
  /** The id that all editions of its content set share. */
  set: Id,
  /** Only if the organisation has another content set. */
  set_title: z.string().optional(),
  reviewer: z.string().nullable(),
  /** Every required element is complete again. */
  is_complete: z.boolean(),
})
export type Returned = z.infer<typeof Returned>

/** A shared certification that waits for the user's approval. */
export const AskedApproval = z.object({
  assessment_id: Id,
  year: Year,
  /** The id that all editions of its content set share. */
  set: Id,
  /** Only if the organisation has another content set. */
  set_title: z.string().optional(),
  asked_by: z.string(),
})
export type AskedApproval = z.infer<typeof AskedApproval>

export const submissions = {
  returned: endpoint({
    method: 'GET',
    path: '/assessments/returned',
    access: 'access-to-private-area',
    summary:
      'Get your newest certification that an auditor has returned, and the one that has waited longest for your approval',
    response: z.object({
      returned: Returned.nullable(),
      /** The one that has waited the longest. A node of release 0.2 sends none. */
      approval: AskedApproval.nullable().optional(),
    }),
  }),
  get: endpoint({
    method: 'GET',
    path: '/assessments/:id/submission',
    access: 'access-to-private-area',
    summary: 'Get an assessment’s certification status with the remarks from every round',
    params: ById,
    response: Submission,
  }),
  submit: endpoint({
    method: 'POST',
    path: '/assessments/:id/submission',
    access: 'access-to-private-area',
    summary:
      'Submit a completed certification assessment for review, or ask its approver first if it has one',
    params: ById,
    response: Submission,
  }),
  withdraw: endpoint({
    method: 'DELETE',
    path: '/assessments/:id/submission',
    access: 'access-to-private-area',
    summary: 'Withdraw a submission before its review starts',
    params: ById,
    response: Submission,
  }),
}
