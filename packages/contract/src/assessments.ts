import { z } from 'zod'
import { Attachment } from './attachments.ts'
import { endpoint } from './endpoint.ts'
import { AssessmentType, ById, Id, IdText, Timestamp, Year, YearText, text } from './fields.ts'

export const AssessmentStatus = z.enum([
  'not_started',
  'in_progress',
  'completed',
  'in_review',
  'returned',
  'certified',
])
export type AssessmentStatus = z.infer<typeof AssessmentStatus>

/** The specification, section 9: 1 current, 2 future, 3 certified. */
export const State = { current: 1, future: 2, certified: 3 } as const
export type State = (typeof State)[keyof typeof State]

/** A share of the way from the lowest to the highest response, 0 to 1; null while nothing is answered. */
const Score = z.number().min(0).max(1).nullable()

export const ContentSetSummary = z.object({
  id: Id,
  title: z.string(),
  description: z.string().nullable(),
  /** Level names, lowest first; null: results show as percent. */
  scale: z.array(z.string()).nullable(),
})
export type ContentSetSummary = z.infer<typeof ContentSetSummary>

export const ElementProgress = z.object({
  id: Id,
  key: z.string(),
  number: z.int(),
  title: z.string(),
  group: z.string().nullable(),
  is_required: z.boolean(),
  total: z.int(),
  answered: z.int(),
  /** Carried forward from an earlier year and not yet confirmed; these do not count as answered. */
  to_confirm: z.int(),
  is_complete: z.boolean(),
  current: Score,
  future: Score,
  certified: Score,
})
export type ElementProgress = z.infer<typeof ElementProgress>

export const ReportSummary = z.object({
  id: Id,
  kind: z.enum(['action', 'certification']),
  type: AssessmentType,
  year: Year,
  version: z.int(),
  title: z.string(),
  created_at: Timestamp,
})
export type ReportSummary = z.infer<typeof ReportSummary>

/** The whole dashboard of one year and type. Without a content set in force, `content_set` is null. */
export const Overview = z.object({
  year: Year,
  /** The current year, the year that was asked for and every year with an assessment, newest first. */
  years: z.array(Year),
  type: AssessmentType,
  content_set: ContentSetSummary.nullable(),
  assessment: z
    .object({
      id: Id,
      status: AssessmentStatus,
      carried_from: Year.nullable(),
      completed_at: Timestamp.nullable(),
    })
    .nullable(),
  elements: z.array(ElementProgress),
  /** Statements of which some response asks for evidence when it is declared in a certification. */
  asking_for_evidence: z.int(),
  /** Where to go on: the element, and the position (from 1) of its first open statement. */
  next: z.object({ element_id: Id, statement_number: z.int(), total: z.int() }).nullable(),
  reports: z.array(ReportSummary),
  /** A report is being made. */
  is_report_pending: z.boolean(),
  /** A later edition that the assessment can be moved to; counts are of statements. */
  new_edition: z
    .object({
      content_set_id: Id,
      version: z.int(),
      what_changed: z.string().nullable(),
      added: z.int(),
      changed: z.int(),
      removed: z.int(),
    })
    .nullable(),
})
export type Overview = z.infer<typeof Overview>

export const StatementResponse = z.object({
  id: Id,
  statement_id: Id,
  label: z.string(),
  description: z.string().nullable(),
  value: z.number(),
  /** When it is declared in a certification assessment. */
  asks_for_evidence: z.boolean(),
})
export type StatementResponse = z.infer<typeof StatementResponse>

export const Statement = z.object({
  id: Id,
  element_id: Id,
  number: z.int(),
  text: z.string(),
  guidance: z.string().nullable(),
  allows_not_applicable: z.boolean(),
  statement_responses: z.array(StatementResponse),
})
export type Statement = z.infer<typeof Statement>

/** The specification, section 3: saved response record, with what is needed to keep it safe. */
export const SavedResponse = z.object({
  /** Of the edition that the assessment is on: another one than was asked about when it has moved meanwhile. */
  statement_set_id: Id,
  statement_id: Id,
  state: z.union([z.literal(1), z.literal(2), z.literal(3)]),
  /** Null when not applicable, or when the choice was withdrawn. */
  statement_response_id: Id.nullable(),
  not_applicable_reason: z.string().nullable(),
  /** Counts the saves of this response; the next save names it. */
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

/** One element, ready to be answered. */
export const Quiz = z.object({
  assessment: z.object({
    id: Id,
    year: Year,
    type: AssessmentType,
    status: AssessmentStatus,
    carried_from: Year.nullable(),
  }),
  content_set: ContentSetSummary,
  elements: z.array(ElementProgress),
  element: z.object({
    id: Id,
    number: z.int(),
    title: z.string(),
    description: z.string().nullable(),
  }),
  /** The statement set's id (the specification, section 3: quiz). */
  id: Id,
  statements: z.array(Statement),
  responses: z.array(SavedResponse),
  notes: z.array(Note),
  attachments: z.array(Attachment),
})
export type Quiz = z.infer<typeof Quiz>

/**
 * One choice. `key` is new for each choice and the same for each repeat of it, so that a repeat after a
 * lost answer has no second effect. `version` is the version last seen, 0 when there was none.
 */
export const ResponseChange = z.strictObject({
  key: z.uuid(),
  statement_id: Id,
  state: z.union([z.literal(1), z.literal(2)]),
  statement_response_id: Id.nullable(),
  /** Only with state 1 and without a response, where the statement allows it. */
  not_applicable_reason: text(1, 1000).nullable(),
  version: z.int32().min(0),
})
export type ResponseChange = z.infer<typeof ResponseChange>

/** What stands on the server for the statement after a save: current and future. */
export const SavedStatement = z.object({ responses: z.array(SavedResponse) })

/** `details` of a `conflict`: both states as they stand, and who saved them when. */
export const ResponseConflict = z.object({
  responses: z.array(SavedResponse),
  saved_by: z.string().nullable(),
})
export type ResponseConflict = z.infer<typeof ResponseConflict>

export const NoteChange = z.strictObject({
  key: z.uuid(),
  statement_id: Id,
  /** Empty: the note is removed. */
  note: text(0, 2000),
  version: z.int32().min(0),
})
export type NoteChange = z.infer<typeof NoteChange>

export const OverviewQuery = z.strictObject({
  year: YearText.optional(),
  type: AssessmentType.optional(),
})

const OfElement = z.strictObject({ id: IdText, elementId: IdText })

export const assessments = {
  overview: endpoint({
    method: 'GET',
    path: '/overview',
    access: 'access-to-private-area',
    summary: 'The dashboard of a year and type',
    query: OverviewQuery,
    response: Overview,
  }),
  open: endpoint({
    method: 'POST',
    path: '/assessments',
    access: 'access-to-private-area',
    summary:
      "Open this year's assessment; the first time it starts from last year's answers, each to confirm",
    body: z.strictObject({ year: Year, type: AssessmentType }),
    response: z.object({ id: Id }),
  }),
  quiz: endpoint({
    method: 'GET',
    path: '/assessments/:id/elements/:elementId',
    access: 'access-to-private-area',
    summary: 'The statements of an element with what is saved',
    params: OfElement,
    response: Quiz,
  }),
  save: endpoint({
    method: 'PUT',
    path: '/assessments/:id/responses',
    access: 'access-to-private-area',
    summary: 'Save one choice; a stale version answers conflict',
    params: ById,
    body: ResponseChange,
    response: SavedStatement,
  }),
  confirm: endpoint({
    method: 'POST',
    path: '/assessments/:id/confirmations',
    access: 'access-to-private-area',
    summary: "Confirm a statement's carried answer",
    params: ById,
    body: z.strictObject({ statement_id: Id }),
    response: SavedStatement,
  }),
  note: endpoint({
    method: 'PUT',
    path: '/assessments/:id/notes',
    access: 'access-to-private-area',
    summary: "Save a statement's note; a stale version answers conflict",
    params: ById,
    body: NoteChange,
    response: Note,
  }),
  acceptEdition: endpoint({
    method: 'POST',
    path: '/assessments/:id/edition',
    access: 'access-to-private-area',
    summary: 'Move the own assessment to the later edition that its overview offers',
    params: ById,
    body: z.strictObject({ content_set_id: Id }),
    response: Overview,
  }),
  complete: endpoint({
    method: 'POST',
    path: '/assessments/:id/elements/:elementId/completion',
    access: 'access-to-private-area',
    summary: 'Complete an element; the last required one makes the action report',
    params: OfElement,
    response: z.object({ status: AssessmentStatus, is_report_pending: z.boolean() }),
  }),
}
