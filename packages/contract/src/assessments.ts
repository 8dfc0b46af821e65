import { z } from 'zod'
import {
  AnswerChange,
  BriefProgress,
  BriefResponse,
  NoteChange,
  ResponseChange,
} from './answers.ts'
import { ASSESSMENT_STATUSES, REPORT_KINDS, WHOSE } from './enumerations.ts'
import { Attachment } from './attachments.ts'
import { ContentSetSummary } from './content-set-summary.ts'
import { EarlierAnswers, Fill } from './earlier-answers.ts'
import { endpoint } from './endpoint.ts'
import { AssessmentType, ById, Id, IdText, Language, Timestamp, Year, YearText } from './fields.ts'
import { Verdict } from './next-band.ts'
import { OfferedEdition } from './offered-edition.ts'
import { PlanSummary } from './plan-summary.ts'
import { AssessmentScope, FirstScope, ScopeChoice, Tags } from './scope.ts'
import { AskedOfYou, SharedForUser } from './shared-assessments.ts'
import { ListedStatement, Statement } from './listed-statement.ts'

export const AssessmentStatus = z.enum(ASSESSMENT_STATUSES)
export type AssessmentStatus = z.infer<typeof AssessmentStatus>

/** The organisation's shared assessment, or the user's own beside it. */
export const Whose = z.enum(WHOSE)
export type Whose = z.infer<typeof Whose>

/** 1 current, 2 future, 3 certified (specification, section 9). */
export const State = { current: 1, future: 2, certified: 3 } as const
export type State = (typeof State)[keyof typeof State]

/** From 0 for the lowest response to 1 for the highest; null while nothing is answered. */
const Score = z.number().min(0).max(1).nullable()

export const ElementProgress = z.object({
  id: Id,
  key: z.string(),
  number: z.int(),
  title: z.string(),
  group: z.string().nullable(),
  is_required: z.boolean(),
  /** False with weight 0: asked and reported, not counted. */
  is_counted: z.boolean(),
  total: z.int(),
  answered: z.int(),
  /** Copied from last year, to confirm. Doesn't count as answered. */
  to_confirm: z.int(),
  is_complete: z.boolean(),
  current: Score,
  future: Score,
  certified: Score,
})
export type ElementProgress = z.infer<typeof ElementProgress>

export const ReportSummary = z.object({
  id: Id,
  kind: z.enum(REPORT_KINDS),
  type: AssessmentType,
  year: Year,
  version: z.int(),
  title: z.string(),
  created_at: Timestamp,
})
export type ReportSummary = z.infer<typeof ReportSummary>

/** The dashboard of a year and type. `content_set` is null if none is published. */
export const Overview = z.object({
  year: Year,
  /** The current year, the requested year and every year with an assessment of the set or of one not in `sets`, newest first. */
  years: z.array(Year),
  type: AssessmentType,
  /** The shown one of `sets`: the id that all editions of a content set share. Null if there is none. */
  set: Id.nullable(),
  /** The content sets to choose from: those in force and those with an assessment of the year. */
  sets: z.array(z.object({ id: Id, title: z.string(), language: Language })),
  /** The introduction is Markdown. */
  content_set: ContentSetSummary.extend({ introduction: z.string().nullable() }).nullable(),
  assessment: z
    .object({
      id: Id,
      status: AssessmentStatus,
      carried_from: Year.nullable(),
      completed_at: Timestamp.nullable(),
    })
    .nullable(),
  /** Null if the set has neither levels nor profiles. */
  scope: AssessmentScope.nullable(),
  shared: SharedForUser.nullable(),
  fill: Fill.nullable(),
  /** There is another assessment for the other `whose`. */
  has_other: z.boolean(),
  elements: z.array(ElementProgress),
  /** The earlier year whose answers a new assessment starts with. */
  carries_from: Year.nullable(),
  /** Statements with a response that requires evidence in a certification. */
  asking_for_evidence: z.int(),
  /** The self-assessment whose answers, notes and files an empty certification can start from: its own, if complete. */
  self_assessment_id: Id.nullable(),
  /** Where to continue: the element and the position (from 1) of its first open statement. */
  next: z.object({ element_id: Id, statement_number: z.int(), total: z.int() }).nullable(),
  /** The statements that the user marked for later. */
  marked: z.array(ListedStatement),
  asked: z.array(AskedOfYou),
  /** `current`: from 0 to 1; null without a score. */
  reports: z.array(ReportSummary.extend({ current: z.number().nullable() })),
  /** By the current responses. Null without bands, or until all required elements are complete. Lists no statements. */
  verdict: Verdict.nullable().optional(),
  plan: PlanSummary.nullable(),
  /** A report is being created. */
  is_report_pending: z.boolean(),
  due_on: z.iso.date().nullable(),
  /** A later edition that the assessment can move to, with counts of statements. */
  new_edition: OfferedEdition.nullable(),
})
export type Overview = z.infer<typeof Overview>

export const SavedResponse = z.object({
  /** The statement in the assessment's edition, which differs from the sent one after a move. */
  statement_set_id: Id,
  statement_id: Id,
  state: z.union([z.literal(1), z.literal(2), z.literal(3)]),
  /** Null if it doesn't apply or the choice was withdrawn. */
  statement_response_id: Id.nullable(),
  not_applicable_reason: z.string().nullable(),
  /** Counts the saves of this response. Send it with the next save. */
  version: z.int(),
  to_confirm: z.boolean(),
  updated_at: Timestamp,
})
export type SavedResponse = z.infer<typeof SavedResponse>

export const Note = z.object({
  statement_id: Id,
  note: z.string(),
  version: z.int(),
  updated_at: Timestamp,
})
export type Note = z.infer<typeof Note>

/** One element with everything needed to answer it. */
export const Quiz = z.object({
  assessment: z.object({
    id: Id,
    year: Year,
    type: AssessmentType,
    /** As in the overview. Null if the organisation has no other content set. */
    set: Id.nullable(),
    /** Null if the user sees no other assessment of the year, set and type. */
    whose: Whose.nullable(),
    status: AssessmentStatus,
    carried_from: Year.nullable(),
    due_on: z.iso.date().nullable(),
    /** Labels. Empty for the whole set. */
    scope: z.string(),
  }),
  content_set: ContentSetSummary,
  elements: z.array(ElementProgress),
  element: ElementProgress.pick({
    id: true,
    key: true,
    number: true,
    title: true,
    group: true,
  }).extend({ description: z.string().nullable() }),
  /** Who may answer which element. Null for an assessment of one user. */
  shared: SharedForUser.nullable(),
  /** The statement set's id. */
  id: Id,
  statements: z.array(Statement),
  responses: z.array(SavedResponse),
  notes: z.array(Note),
  attachments: z.array(Attachment),
  marked: z.array(Id),
  tags: Tags.optional(),
  earlier: EarlierAnswers.nullable(),
})
export type Quiz = z.infer<typeof Quiz>

/** The current and future response of a statement after a save. */
export const SavedStatement = z.object({ responses: z.array(SavedResponse) })
export type SavedStatement = z.infer<typeof SavedStatement>

export const SavedAnswer = z.object({
  responses: z.array(BriefResponse),
  element: BriefProgress.nullable(),
})
export type SavedAnswer = z.infer<typeof SavedAnswer>

/** `details` of a `conflict`: both states, and who saved them when. */
export type ResponseConflict = SavedStatement & {
  /** Null if the caller did, in another tab or on another device. */
  saved_by: string | null
}

export const OverviewQuery = z.strictObject({
  year: YearText.optional(),
  type: AssessmentType.optional(),
  /** Without it, or if there is none: ours, else mine. */
  whose: Whose.optional(),
  /** One of the overview's `sets`. Without it, or if it isn't offered, the last one that you used. */
  set: IdText.optional(),
})
const OfElement = z.strictObject({ id: IdText, elementId: IdText })

export const assessments = {
  overview: endpoint({
    method: 'GET',
    path: '/overview',
    access: 'access-to-private-area',
    summary: 'Get the overview for a year, type and content set',
    query: OverviewQuery,
    response: Overview,
  }),
  open: endpoint({
    method: 'POST',
    path: '/assessments',
    access: 'access-to-private-area',
    summary: 'Get the assessment of a content set, or create one with earlier answers to confirm',
    body: z.strictObject({
      year: Year,
      type: AssessmentType,
      set: Id.optional(),
      whose: Whose.optional(),
      ...FirstScope,
    }),
    response: z.object({ id: Id }),
  }),
  scope: endpoint({
    method: 'PUT',
    path: '/assessments/:id/scope',
    access: 'access-to-private-area',
    summary: 'Change an assessment’s scope. Answers that no longer apply are kept',
    params: ById,
    body: ScopeChoice,
    response: AssessmentScope.nullable(),
  }),
  quiz: endpoint({
    method: 'GET',
    path: '/assessments/:id/elements/:elementId',
    access: 'access-to-private-area',
    summary: 'Get an element’s statements with the saved answers',
    params: OfElement,
    response: Quiz,
  }),
  save: endpoint({
    method: 'PUT',
    path: '/assessments/:id/responses',
    access: 'access-to-private-area',
    summary: 'Save one choice of a statement, for browser tabs opened in release 0.2',
    params: ById,
    body: ResponseChange,
    response: SavedStatement,
    notForClient: true,
  }),
  answer: endpoint({
    method: 'PUT',
    path: '/assessments/:id/answers',
    access: 'access-to-private-area',
    summary: 'Save one or both choices of a statement, unless they were changed elsewhere',
    params: ById,
    body: AnswerChange,
    response: SavedAnswer,
  }),
  confirm: endpoint({
    method: 'POST',
    path: '/assessments/:id/confirmations',
    access: 'access-to-private-area',
    summary: 'Confirm an answer that was copied, or whose statement has changed since',
    params: ById,
    body: z.strictObject({ statement_id: Id }),
    response: SavedStatement,
  }),
  note: endpoint({
    method: 'PUT',
    path: '/assessments/:id/notes',
    access: 'access-to-private-area',
    summary: 'Save a statement’s note, unless it was changed elsewhere',
    params: ById,
    body: NoteChange,
    response: Note,
  }),
  acceptEdition: endpoint({
    method: 'POST',
    path: '/assessments/:id/edition',
    access: 'access-to-private-area',
    summary: 'Move your assessment to the newer version that the overview offers',
    params: ById,
    body: z.strictObject({ content_set_id: Id }),
    response: Overview,
  }),
  complete: endpoint({
    method: 'POST',
    path: '/assessments/:id/elements/:elementId/completion',
    access: 'access-to-private-area',
    summary: 'Complete an element. Completing the last required element creates the action report',
    params: OfElement,
    response: z.object({ status: AssessmentStatus, is_report_pending: z.boolean() }),
  }),
}
