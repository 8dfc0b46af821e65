import { z } from 'zod'
import { ContentSetSummary } from './assessments.ts'
import { Attachment } from './attachments.ts'
import { ANY_TYPE, endpoint } from './endpoint.ts'
import { ById, Id, IdText, Timestamp, Year, text } from './fields.ts'
import { Paging, listAnswer } from './list.ts'

/** `submitted` waits for an auditor; the last four are ends. */
export const ReviewStatus = z.enum([
  'submitted',
  'begun',
  'withdrawn',
  'returned',
  'certified',
  'refused',
])
export type ReviewStatus = z.infer<typeof ReviewStatus>

const Score = z.number().min(0).max(1).nullable()

/** What an auditor said of one statement, as the respondent reads it. */
export const Remark = z.object({
  statement_id: Id,
  element_id: Id,
  number: z.string(),
  statement: z.string(),
  /** Labels of the responses; null where it does not apply. */
  declared: z.string().nullable(),
  certified: z.string().nullable(),
  remark: z.string().nullable(),
})
export type Remark = z.infer<typeof Remark>

/** One submission and what came of it; its remarks are there once it has ended. */
export const Round = z.object({
  round: z.int(),
  status: ReviewStatus,
  submitted_at: Timestamp,
  begun_at: Timestamp.nullable(),
  ended_at: Timestamp.nullable(),
  reviewer: z.string().nullable(),
  reason: z.string().nullable(),
  /** Statements with a remark or with another response than the declared one. */
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

/** A submission in the auditors' queue. */
export const QueuedReview = z.object({
  id: Id,
  organisation: z.object({ id: Id, name: z.string() }),
  respondent: z.object({ id: Id, name: z.string() }),
  content_set: z.string(),
  year: Year,
  round: z.int(),
  status: ReviewStatus,
  submitted_at: Timestamp,
  begun_at: Timestamp.nullable(),
  ended_at: Timestamp.nullable(),
  reviewer: z.string().nullable(),
  reviewed: z.int(),
  /** One's own submission, which others have to review. */
  is_own: z.boolean(),
})
export type QueuedReview = z.infer<typeof QueuedReview>

export const ReviewQueueQuery = z.strictObject({
  ...Paging,
  /** `open` when left out: what waits and what is under way, the oldest first. */
  state: z.enum(['open', 'ended']).optional().default('open'),
  tenant_id: IdText.optional(),
})
export type ReviewQueueQuery = z.output<typeof ReviewQueueQuery>

/** What stands for a statement in a review; `version` 0 while nothing was said. */
export const ReviewedResponse = z.object({
  statement_id: Id,
  /** Null where the statement does not apply. */
  statement_response_id: Id.nullable(),
  remark: z.string().nullable(),
  version: z.int(),
  reviewed_at: Timestamp.nullable(),
  reviewer: z.string().nullable(),
})
export type ReviewedResponse = z.infer<typeof ReviewedResponse>

/** A file as an auditor sees it; only clean ones are opened. */
export const ReviewAttachment = Attachment.pick({
  id: true,
  name: true,
  size: true,
  media_type: true,
  status: true,
  created_at: true,
  scanning_since: true,
})
export type ReviewAttachment = z.infer<typeof ReviewAttachment>

const Was = z.object({ before: z.string().nullable() }).nullable()

/** What its respondent changed of a statement since auditors saw it the last time. */
const ChangedStatement = z.object({
  /** The round that it is compared with. */
  round: z.int(),
  /** It was no part of that round. */
  is_new: z.boolean(),
  /** Labels of the responses declared then, null where it did not apply; null where they are the same. */
  current: Was,
  future: Was,
  note: z.boolean(),
  files_added: z.int(),
  files_removed: z.int(),
})

export const ReviewStatement = z.object({
  id: Id,
  number: z.string(),
  text: z.string(),
  guidance: z.string().nullable(),
  responses: z.array(
    z.object({
      id: Id,
      label: z.string(),
      description: z.string().nullable(),
      value: z.number(),
      asks_for_evidence: z.boolean(),
    }),
  ),
  /** The declared responses' ids. */
  current: Id.nullable(),
  future: Id.nullable(),
  not_applicable_reason: z.string().nullable(),
  note: z.string().nullable(),
  /** None once the assessment has gone back to its respondent: they are theirs again. */
  attachments: z.array(ReviewAttachment),
  /** The certified response of the latest earlier year; no label where it did not apply. */
  last_certified: z
    .object({
      year: Year,
      label: z.string().nullable(),
      remark: z.string().nullable(),
      /** The certificate of that year was revoked since. */
      is_revoked: z.boolean(),
    })
    .nullable(),
  changed: ChangedStatement.nullable(),
  reviewed: ReviewedResponse.nullable(),
})
export type ReviewStatement = z.infer<typeof ReviewStatement>

export const ReviewElement = z.object({
  id: Id,
  number: z.int(),
  title: z.string(),
  current: Score,
  future: Score,
  /** By what is reviewed so far. */
  certified: Score,
  statements: z.array(ReviewStatement),
})
export type ReviewElement = z.infer<typeof ReviewElement>

/** The band that the certified responses reach; null below the lowest, and while one is missing. */
const Outcome = z.object({
  missing: z.int(),
  current: Score,
  certified: Score,
  band: z.string().nullable(),
  /** The bands' labels, lowest first. */
  bands: z.array(z.string()),
  /** How far everything reviewed is from the lowest band, below which nothing can be certified; null where it is reached. */
  lack: z
    .object({
      band: z.string(),
      /** What it needs and what there is of it, null while nothing applies; each null where that is reached. */
      overall: z.object({ needed: z.number(), certified: Score }).nullable(),
      elements: z
        .object({
          needed: z.number(),
          below: z.array(
            z.object({ id: Id, number: z.int(), title: z.string(), certified: z.number() }),
          ),
        })
        .nullable(),
    })
    .nullable(),
})

export const Review = QueuedReview.extend({
  version: z.int(),
  assessment_id: Id,
  edition: ContentSetSummary,
  elements: z.array(ReviewElement),
  outcome: Outcome,
  reason: z.string().nullable(),
  /** What it ended in, if it was certified. */
  certificate: z.object({ id: Id, number: z.string(), is_revoked: z.boolean() }).nullable(),
  /** What was said in earlier rounds, newest first. */
  earlier: z.array(Round),
  history: z.array(HistoryStep),
})
export type Review = z.infer<typeof Review>

/** What a review has come to: `details` of the conflicts of its steps. */
export const ReviewStanding = z.object({
  status: ReviewStatus,
  version: z.int(),
  reviewer: z.string().nullable(),
  reason: z.string().nullable(),
})
export type ReviewStanding = z.infer<typeof ReviewStanding>

export const ReviewResponseBody = z.strictObject({
  statement_id: Id,
  /** Null for a statement that does not apply. */
  statement_response_id: Id.nullable(),
  /** Needed where the response differs from the declared one. */
  remark: text(1, 2000).nullable(),
  /** The version last seen, 0 when there was none. */
  version: z.int32().min(0),
})
export type ReviewResponseBody = z.output<typeof ReviewResponseBody>

/** `details` of a `conflict` when a response is saved: what stands, and what was sent. */
export const ReviewResponseConflict = z.object({
  standing: ReviewedResponse.nullable(),
  sent: ReviewResponseBody,
})
export type ReviewResponseConflict = z.infer<typeof ReviewResponseConflict>

const Version = z.int32().positive()
export const ReasonBody = z.strictObject({ version: Version, reason: text(1, 2000) })
export type ReasonBody = z.output<typeof ReasonBody>

const reviewing = { access: 'certify-assessments', params: ById } as const

export const reviews = {
  list: endpoint({
    method: 'GET',
    path: '/reviews',
    access: 'certify-assessments',
    summary: 'The queue of submissions in the organisations in view',
    query: ReviewQueueQuery,
    response: listAnswer(QueuedReview),
  }),
  get: endpoint({
    ...reviewing,
    method: 'GET',
    path: '/reviews/:id',
    summary: 'A submission with everything that was declared, and what is reviewed so far',
    response: Review,
  }),
  attachment: endpoint({
    method: 'GET',
    path: '/reviews/:id/attachments/:attachmentId/content',
    access: 'certify-assessments',
    summary: 'A file of a submission, whole or a range of it',
    params: z.strictObject({ id: IdText, attachmentId: IdText }),
    file: ANY_TYPE,
  }),
  begin: endpoint({
    ...reviewing,
    method: 'POST',
    path: '/reviews/:id/beginning',
    summary: 'Begin a review: from now on it cannot be withdrawn',
    response: ReviewStanding,
  }),
  save: endpoint({
    ...reviewing,
    method: 'PUT',
    path: '/reviews/:id/responses',
    summary: 'Save the certified response of a statement; a stale version answers conflict',
    body: ReviewResponseBody,
    response: z.object({ response: ReviewedResponse, review: ReviewStanding }),
  }),
  giveBack: endpoint({
    ...reviewing,
    method: 'POST',
    path: '/reviews/:id/return',
    summary: 'Return an assessment to its respondent with what to mend',
    body: ReasonBody,
    response: ReviewStanding,
  }),
  refuse: endpoint({
    ...reviewing,
    method: 'POST',
    path: '/reviews/:id/refusal',
    summary: 'Refuse the certificate, and say why',
    body: ReasonBody,
    response: ReviewStanding,
  }),
}
