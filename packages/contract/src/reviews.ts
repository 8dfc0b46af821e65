import { z } from 'zod'
import { ContentSetSummary } from './content-set-summary.ts'
import { ReviewAttachment } from './attachments.ts'
import { CONTENT_LIMITS } from './content-limits.ts'
import { ANY_TYPE, endpoint } from './endpoint.ts'
import { ById, Id, IdText, Language, Timestamp, Year, text } from './fields.ts'
import { NextWithMissing } from './next-band.ts'
import { StatementResponse } from './listed-statement.ts'
import { Paging, listResponse } from './list.ts'
import { HistoryStep, ReviewStatus, Round } from './rounds.ts'

const Score = z.number().min(0).max(1).nullable()

/** A submission in the auditors' queue. */
export const QueuedReview = z.object({
  id: Id,
  organisation: z.object({ id: Id, name: z.string() }),
  respondent: z.object({ id: Id, name: z.string() }),
  content_set: z.string(),
  language: Language,
  year: Year,
  round: z.int(),
  status: ReviewStatus,
  submitted_at: Timestamp,
  started_at: Timestamp.nullable(),
  ended_at: Timestamp.nullable(),
  reviewer: z.string().nullable(),
  reviewed: z.int(),
  /** Your own submission, which you can't review. */
  is_own: z.boolean(),
})
export type QueuedReview = z.infer<typeof QueuedReview>

export const ReviewQueueQuery = z.strictObject({
  ...Paging,
  /** `open` by default: waiting and started reviews, oldest first. */
  state: z.enum(['open', 'ended']).optional().default('open'),
  tenant_id: IdText.optional(),
})
export type ReviewQueueQuery = z.output<typeof ReviewQueueQuery>

/** The review of a statement; `version` is 0 before the first. */
export const ReviewedResponse = z.object({
  statement_id: Id,
  /** Null if the statement doesn't apply. */
  statement_response_id: Id.nullable(),
  remark: z.string().nullable(),
  version: z.int(),
  reviewed_at: Timestamp.nullable(),
  reviewer: z.string().nullable(),
})
export type ReviewedResponse = z.infer<typeof ReviewedResponse>

const Was = z.object({ before: z.string().nullable() }).nullable()

/** What the respondent changed in a statement since the last round. */
const ChangedStatement = z.object({
  /** The round that it is compared with. */
  round: z.int(),
  /** The statement wasn't part of that round. */
  is_new: z.boolean(),
  /** The earlier labels, null if it didn't apply. Null if the response is the same. */
  current: Was,
  future: Was,
  note: z.boolean(),
  files_added: z.int(),
  files_removed: z.int(),
})

export const ReviewStatement = z.object({
  id: Id,
  key: z.string(),
  number: z.string(),
  text: z.string(),
  guidance: z.string().nullable(),
  evidence_example: z.string().nullable(),
  responses: z.array(StatementResponse.omit({ statement_id: true, asks_for_note: true })),
  /** Ids of the declared responses. */
  current: Id.nullable(),
  future: Id.nullable(),
  not_applicable_reason: z.string().nullable(),
  note: z.string().nullable(),
  /** Empty after the assessment was returned to its respondent. */
  attachments: z.array(ReviewAttachment),
  /** The certified response of the last earlier year, without a label if it didn't apply. */
  last_certified: z
    .object({
      year: Year,
      label: z.string().nullable(),
      remark: z.string().nullable(),
      /** The certificate of that year was revoked. */
      is_revoked: z.boolean(),
    })
    .nullable(),
  changed: ChangedStatement.nullable(),
  /** Whether an auditor wants to come back to it. A response removes the flag. */
  is_flagged: z.boolean(),
  reviewed: ReviewedResponse.nullable(),
})
export type ReviewStatement = z.infer<typeof ReviewStatement>

export const ReviewElement = z.object({
  id: Id,
  key: z.string(),
  number: z.int(),
  title: z.string(),
  group: z.string().nullable(),
  current: Score,
  future: Score,
  /** According to the review so far. */
  certified: Score,
  statements: z.array(ReviewStatement),
})
export type ReviewElement = z.infer<typeof ReviewElement>

/** The band that the certified responses reach; null below the lowest, or while responses are missing. */
const Outcome = z.object({
  missing: z.int(),
  current: Score,
  certified: Score,
  band: z.string().nullable(),
  /** Labels of the bands, lowest first. */
  bands: z.array(z.string()),
  /** The distance to the lowest band, below which nothing can be certified. Null if it is reached. */
  missing_band: z
    .object({
      band: z.string(),
      /** Required and current score. Each is null if it is reached. */
      overall: z.object({ needed: z.number(), certified: Score }).nullable(),
      elements: z
        .object({
          needed: z.number(),
          below: z.array(
            z.object({
              id: Id,
              key: z.string(),
              number: z.int(),
              title: z.string(),
              certified: z.number(),
            }),
          ),
        })
        .nullable(),
    })
    .nullable(),
  /** What the certified responses lack for the next band; null if the highest is reached. */
  next: NextWithMissing.nullable().optional(),
})

const Held = z.object({
  id: Id,
  number: z.string(),
  valid_until: z.iso.date(),
  scope: z.string(),
  is_same: z.boolean().optional(),
})

export const Review = QueuedReview.extend({
  version: z.int(),
  assessment_id: Id,
  edition: ContentSetSummary,
  elements: z.array(ReviewElement),
  outcome: Outcome,
  reason: z.string().nullable(),
  /** The issued certificate. */
  certificate: z.object({ id: Id, number: z.string(), is_revoked: z.boolean() }).nullable(),
  /** The labels of the level and profiles that were submitted. Empty for the whole set. A node of release 0.2 sends none. */
  scope: z.string().optional(),
  /**
   * The holder's certificates of this content set. Certifying replaces those for the same statements (`is_same`), and
   * others that the auditor chooses. Empty after the decision.
   */
  in_force: z.array(Held).optional(),
  /** Remarks of earlier rounds, newest first, and the newest round if this is an older one. */
  earlier: z.array(Round),
  present: z.object({ id: Id, round: z.int() }).nullable(),
  history: z.array(HistoryStep),
})
export type Review = z.infer<typeof Review>

/** The status of a review, in `details` of a `conflict`. */
export const ReviewState = z.object({
  status: ReviewStatus,
  version: z.int(),
  reviewer: z.string().nullable(),
  reason: z.string().nullable(),
})
export type ReviewState = z.infer<typeof ReviewState>

export const ReviewResponseBody = z.strictObject({
  statement_id: Id,
  /** Null if the statement doesn't apply. */
  statement_response_id: Id.nullable(),
  /** Required if the response differs from the declared one. */
  remark: text(1, 2000).nullable(),
  /** The version last seen, 0 if there was none. */
  version: z.int32().min(0),
})
export type ReviewResponseBody = z.output<typeof ReviewResponseBody>

/** `details` of a `conflict`: the current and the sent response. */
export const ReviewResponseConflict = z.object({
  current: ReviewedResponse.nullable(),
  sent: ReviewResponseBody,
})
export type ReviewResponseConflict = z.infer<typeof ReviewResponseConflict>

const Version = z.int32().positive()

export const FlagBody = z.strictObject({ statement_id: Id, is_flagged: z.boolean() })
export type FlagBody = z.output<typeof FlagBody>

const STATEMENTS = CONTENT_LIMITS.responses / 2

/** The shown version and the statements that the auditor saw listed, so that no others are confirmed. */
export const ConfirmationBody = z.strictObject({
  version: Version,
  statement_ids: z.array(Id).min(1).max(STATEMENTS),
  /** Those that the auditor opened. Statements with evidence or a change are confirmed only if they are among them. */
  looked_at: z.array(Id).max(STATEMENTS).optional().default([]),
})
export type ConfirmationBody = z.output<typeof ConfirmationBody>

export const ReasonBody = z.strictObject({ version: Version, reason: text(1, 2000) })
export type ReasonBody = z.output<typeof ReasonBody>

const reviewing = { access: 'certify-assessments', params: ById } as const

export const reviews = {
  list: endpoint({
    method: 'GET',
    path: '/reviews',
    access: 'certify-assessments',
    summary: 'List submissions from the visible organisations',
    query: ReviewQueueQuery,
    response: listResponse(QueuedReview),
  }),
  get: endpoint({
    ...reviewing,
    method: 'GET',
    path: '/reviews/:id',
    summary: 'Get a submission with its declared answers and the review so far',
    response: Review,
  }),
  attachment: endpoint({
    method: 'GET',
    path: '/reviews/:id/attachments/:attachmentId/content',
    access: 'certify-assessments',
    summary: 'Download a file from a submission, in full or as a byte range',
    params: z.strictObject({ id: IdText, attachmentId: IdText }),
    file: ANY_TYPE,
  }),
  start: endpoint({
    ...reviewing,
    method: 'POST',
    path: '/reviews/:id/start',
    summary: 'Start a review. The submission can no longer be withdrawn',
    response: ReviewState,
  }),
  save: endpoint({
    ...reviewing,
    method: 'PUT',
    path: '/reviews/:id/responses',
    summary: 'Save the certified response for a statement, unless someone else has changed it',
    body: ReviewResponseBody,
    response: z.object({ response: ReviewedResponse, review: ReviewState }),
  }),
  flag: endpoint({
    ...reviewing,
    method: 'PUT',
    path: '/reviews/:id/flags',
    summary: 'Flag a statement to come back to, or remove the flag',
    body: FlagBody,
    response: ReviewState,
  }),
  confirm: endpoint({
    ...reviewing,
    method: 'POST',
    path: '/reviews/:id/confirmations',
    summary: 'Confirm statements without a certified response as declared: all of them or none',
    body: ConfirmationBody,
    response: z.object({ responses: z.array(ReviewedResponse), review: ReviewState }),
  }),
  returnReview: endpoint({
    ...reviewing,
    method: 'POST',
    path: '/reviews/:id/return',
    summary: 'Return an assessment to the respondent and explain what to fix',
    body: ReasonBody,
    response: ReviewState,
  }),
  refuse: endpoint({
    ...reviewing,
    method: 'POST',
    path: '/reviews/:id/refusal',
    summary: 'Refuse the certificate with a reason',
    body: ReasonBody,
    response: ReviewState,
  }),
}
