import { REPORT_KINDS } from './enumerations.ts'
import { z } from 'zod'
import { ReportSummary, Whose } from './assessments.ts'
import { endpoint } from './endpoint.ts'
import { GeneratedFile } from './generated-files.ts'
import { NextBand, NextWithMissing } from './next-band.ts'
import { AssessmentType, ById, Id, IdText, Timestamp, Year, YearText } from './fields.ts'

const Score = z.number().min(0).max(1).nullable()

/** A response as it was shown. */
const ReportResponse = z.object({ id: Id, label: z.string(), value: z.number() })

export const ReportStatement = z.object({
  id: Id,
  key: z.string(),
  /** Position in the report: `4.3`. */
  number: z.string(),
  text: z.string(),
  /** Only there with weight 0: asked and reported, not counted. */
  is_counted: z.literal(false).optional(),
  responses: z.array(ReportResponse),
  /** Ids of responses; null if it doesn't apply. */
  current: Id.nullable(),
  future: Id.nullable(),
  certified: Id.nullable(),
  current_score: Score,
  future_score: Score,
  certified_score: Score,
  not_applicable_reason: z.string().nullable(),
  note: z.string().nullable(),
  /** The auditor's remark, in a certification report. */
  remark: z.string().nullable().optional(),
  /** Missing without attachments. */
  attachments: z.array(z.object({ file_name: z.string(), size: z.int() })).optional(),
  /** The first step from current to future; null without a gap. */
  next_step: z.string().nullable(),
})
export type ReportStatement = z.infer<typeof ReportStatement>

const Verdict = z.object({
  current: z.string().nullable(),
  future: z.string().nullable(),
  certified: z.string().nullable(),
})

export const ReportElement = z.object({
  id: Id,
  key: z.string(),
  number: z.int(),
  title: z.string(),
  description: z.string().nullable(),
  group: z.string().nullable(),
  /** Only there with weight 0: asked and reported, not counted. */
  is_counted: z.literal(false).optional(),
  current: Score,
  future: Score,
  certified: Score,
  /** Labels of the element bands reached. Missing in sets without them. */
  verdict: Verdict.optional(),
  /** The text of the report band of the current score; Markdown. */
  band: z.object({ title: z.string(), text: z.string() }).nullable(),
  statements: z.array(ReportStatement),
})
export type ReportElement = z.infer<typeof ReportElement>

export const ReportAction = z.object({
  statement_id: Id,
  element_id: Id,
  number: z.string(),
  statement: z.string(),
  /** One text for each response between current and future. */
  steps: z.array(z.string()),
  /** Gap as a share of the statement's range. */
  gap: z.number(),
  /** Responses between current and future. */
  levels: z.int(),
  /** What closing the gap adds to the overall score, as a share of it. */
  gain: z.number(),
  /** Sum of the steps' efforts; null if no step has one. */
  effort: z.int().nullable(),
  /** The highest benefit of a step, 1 to 5; null if there is none. */
  benefit: z.int().nullable(),
  is_on_path: z.boolean(),
})
export type ReportAction = z.infer<typeof ReportAction>

/** The smallest set of actions that reaches the next certification band. */
export const QuickestRoute = NextBand.extend({
  /** Statement ids; null if all actions together don't reach the band. */
  statement_ids: z.array(Id).nullable(),
  /** There were too many sets to compare, so another one of as many actions may take less effort. */
  may_take_less: z.literal(true).optional(),
})
export type QuickestRoute = z.infer<typeof QuickestRoute>

/** The additional part of a certification report. */
export const CertifiedPart = z.object({
  number: z.string(),
  code: z.string(),
  holder: z.string(),
  band: z.string().nullable(),
  /** Labels of the bands, lowest first. */
  bands: z.array(z.string()),
  valid_from: z.iso.date(),
  valid_until: z.iso.date(),
  certified_by: z.string(),
  /** What the certified responses lack for the next band. Missing where bands ask for scores alone, or without one. */
  next: NextWithMissing.optional(),
})
export type CertifiedPart = z.infer<typeof CertifiedPart>

/** Everything that a report shows, frozen. Page, print, PDF and workbook use only this; PDF and Word have the plan beside it. */
export const ReportSnapshot = z.object({
  format: z.literal('report/1'),
  kind: z.enum(REPORT_KINDS),
  year: Year,
  type: AssessmentType,
  version: z.int(),
  title: z.string(),
  created_at: Timestamp,
  organisation: z.string(),
  respondent: z.string(),
  /** The labels of the chosen level and profiles. Missing for a whole set. */
  scope: z.string().optional(),
  content_set: z.object({
    id: Id,
    title: z.string(),
    description: z.string().nullable(),
    scale: z.array(z.string()).nullable(),
    /** The number of the lowest level. */
    lowest_level: z.int(),
    source: z.string().nullable(),
    licence: z.string().nullable(),
    /** Markdown. Missing in sets without one. */
    introduction: z.string().optional(),
    /** BCP 47. Missing in sets without one. */
    language: z.string().optional(),
    /** Missing where the lowest response is 0%. */
    score_from: z.literal('zero').optional(),
  }),
  current: Score,
  future: Score,
  certified: Score,
  /** Statements that apply, and those with a gap. */
  statement_count: z.int(),
  gap_count: z.int(),
  /** The reached band; in a certification report by the certified scores. */
  band: z.string().nullable(),
  /** The band that the future responses reach. Missing where bands ask for scores alone. */
  future_band: z.string().nullable().optional(),
  path: QuickestRoute.nullable(),
  elements: z.array(ReportElement),
  /** Biggest gain first, then least effort. */
  actions: z.array(ReportAction),
  certification: CertifiedPart.optional(),
})
export type ReportSnapshot = z.infer<typeof ReportSnapshot>

/** A report of an earlier year, with what a comparison needs. */
export const EarlierReport = ReportSummary.extend({
  content_set: ReportSnapshot.shape.content_set.pick({ scale: true, lowest_level: true }),
  current: Score,
  elements: z.array(ReportElement.pick({ key: true, title: true, current: true })),
})
export type EarlierReport = z.infer<typeof EarlierReport>

export const Report = z.object({
  id: Id,
  /** Whose plan its actions can be added to. */
  assessment_id: Id,
  snapshot: ReportSnapshot,
  /** All versions of the assessment's report, newest first. */
  versions: z.array(ReportSummary),
  /** The last report of each earlier year of the same type, newest first. */
  earlier: z.array(EarlierReport),
})
export type Report = z.infer<typeof Report>

export const ReportsQuery = z.strictObject({
  year: YearText.optional(),
  type: AssessmentType.optional(),
  /** As in the overview. */
  set: IdText.optional(),
  whose: Whose.optional(),
})

export const reports = {
  list: endpoint({
    method: 'GET',
    path: '/reports',
    access: 'access-to-private-area',
    summary: 'List action reports for a year, type and content set, newest first',
    query: ReportsQuery,
    response: z.object({
      year: Year,
      years: z.array(Year),
      type: AssessmentType,
      reports: z.array(ReportSummary),
      is_report_pending: z.boolean(),
    }),
  }),
  get: endpoint({
    method: 'GET',
    path: '/reports/:id',
    access: 'access-to-private-area',
    summary: 'Get a report',
    params: ById,
    response: Report,
  }),
  pdf: endpoint({
    method: 'POST',
    path: '/reports/:id/pdf',
    access: 'access-to-private-area',
    isHeavy: true,
    summary: 'Start creating the PDF of a report',
    params: ById,
    response: GeneratedFile,
  }),
  docx: endpoint({
    method: 'GET',
    path: '/reports/:id/docx',
    access: 'access-to-private-area',
    isHeavy: true,
    summary: 'Download a report as a Word document',
    params: ById,
    file: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  }),
  xlsx: endpoint({
    method: 'GET',
    path: '/reports/:id/xlsx',
    access: 'access-to-private-area',
    isHeavy: true,
    summary: 'Download a report’s actions as a workbook',
    params: ById,
    file: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  }),
  csv: endpoint({
    method: 'GET',
    path: '/reports/:id/csv',
    access: 'access-to-private-area',
    summary: 'Download a report’s actions as CSV',
    params: ById,
    file: 'text/csv',
  }),
}
