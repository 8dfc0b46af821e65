import { z } from 'zod'
import { AssessmentStatus, ElementProgress, ReportSummary } from './assessments.ts'
import { Certification, CertificationSummary } from './certifications.ts'
import { ContentSetSummary } from './content-set-summary.ts'
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

/** One assessment of a user with its result. */
export const UserAssessment = Result.extend({ content_set: ContentSetSummary, year: Year })
export type UserAssessment = z.infer<typeof UserAssessment>

/** A user's results in one content set and year. */
export const UserResults = z.object({
  content_set: ContentSetSummary,
  year: Year,
  /** The years with assessments of this content set, newest first. */
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
    summary: 'List a user’s assessments, newest year first',
    params: ById,
    response: z.object({ rows: z.array(UserAssessment) }),
  }),
  results: endpoint({
    method: 'GET',
    path: '/users/:id/assessments/:contentSetId',
    access: 'access-to-admin-area',
    summary: 'Get a user’s results for one content set, by element',
    params: z.strictObject({ id: IdText, contentSetId: IdText }),
    query: z.strictObject({ year: YearText.optional() }),
    response: UserResults,
  }),
  report: endpoint({
    method: 'GET',
    path: '/users/:id/reports/:reportId',
    access: 'access-to-admin-area',
    summary: 'Get a user’s report',
    params: z.strictObject({ id: IdText, reportId: IdText }),
    response: Report,
  }),
  certifications: endpoint({
    method: 'GET',
    path: '/users/:id/certifications',
    access: 'access-to-admin-area',
    summary: 'List a user’s certificates',
    params: ById,
    response: z.object({ rows: z.array(CertificationSummary) }),
  }),
  certification: endpoint({
    method: 'GET',
    path: '/users/:id/certifications/:certificationId',
    access: 'access-to-admin-area',
    summary: 'Get a user’s certificate with its report',
    params: z.strictObject({ id: IdText, certificationId: IdText }),
    response: Certification,
  }),
  certificationPdf: endpoint({
    method: 'GET',
    path: '/users/:id/certifications/:certificationId/pdf',
    access: 'access-to-admin-area',
    isHeavy: true,
    summary: 'Download a user’s valid certificate as PDF (A4, tagged)',
    params: z.strictObject({ id: IdText, certificationId: IdText }),
    file: 'application/pdf',
  }),
}
