import { z } from 'zod'
import {
  AssessmentStatus,
  ContentSetSummary,
  ElementProgress,
  ReportSummary,
} from './assessments.ts'
import { Certification, CertificationSummary } from './certifications.ts'
import { endpoint } from './endpoint.ts'
import { AssessmentType, ById, IdText, Timestamp, Year, YearText } from './fields.ts'
import { Report } from './reports.ts'

const Score = z.number().min(0).max(1).nullable()

const Result = z.object({
  type: AssessmentType,
  status: AssessmentStatus,
  completed_at: Timestamp.nullable(),
  answered: z.int(),
  total: z.int(),
  current: Score,
  future: Score,
  certified: Score,
})

/** One assessment of a person: which content set, which year, how far and how well. */
export const UserAssessment = Result.extend({ content_set: ContentSetSummary, year: Year })
export type UserAssessment = z.infer<typeof UserAssessment>

/** A person's results in one content set and year: of each type the assessment that there is. */
export const UserResults = z.object({
  content_set: ContentSetSummary,
  year: Year,
  /** The years that this person has assessments of this content set in, newest first. */
  years: z.array(Year),
  results: z.array(
    Result.extend({ elements: z.array(ElementProgress), reports: z.array(ReportSummary) }),
  ),
})
export type UserResults = z.infer<typeof UserResults>

export const userResults = {
  assessments: endpoint({
    method: 'GET',
    path: '/users/:id/assessments',
    access: 'access-to-admin-area',
    summary: "A person's assessments, newest year first",
    params: ById,
    response: z.object({ rows: z.array(UserAssessment) }),
  }),
  results: endpoint({
    method: 'GET',
    path: '/users/:id/assessments/:contentSetId',
    access: 'access-to-admin-area',
    summary: "A person's results in one content set, element by element",
    params: z.strictObject({ id: IdText, contentSetId: IdText }),
    query: z.strictObject({ year: YearText.optional() }),
    response: UserResults,
  }),
  report: endpoint({
    method: 'GET',
    path: '/users/:id/reports/:reportId',
    access: 'access-to-admin-area',
    summary: "A person's report as it was made",
    params: z.strictObject({ id: IdText, reportId: IdText }),
    response: Report,
  }),
  certifications: endpoint({
    method: 'GET',
    path: '/users/:id/certifications',
    access: 'access-to-admin-area',
    summary: "A person's certifications",
    params: ById,
    response: z.object({ rows: z.array(CertificationSummary) }),
  }),
  certification: endpoint({
    method: 'GET',
    path: '/users/:id/certifications/:certificationId',
    access: 'access-to-admin-area',
    summary: "A person's certificate with its report",
    params: z.strictObject({ id: IdText, certificationId: IdText }),
    response: Certification,
  }),
  certificationPdf: endpoint({
    method: 'GET',
    path: '/users/:id/certifications/:certificationId/pdf',
    access: 'access-to-admin-area',
    summary: "A person's certificate as PDF (A4, tagged), while it is valid",
    params: z.strictObject({ id: IdText, certificationId: IdText }),
    file: 'application/pdf',
  }),
}
