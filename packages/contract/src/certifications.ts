import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { ById, Day, Id, Timestamp, Year, YearText, text } from './fields.ts'
import { ReportSnapshot } from './reports.ts'
import { ReviewStanding } from './reviews.ts'

/** By the day it is asked for; what was revoked is never anything else. */
export const CertificationStatus = z.enum(['valid', 'expired', 'revoked'])
export type CertificationStatus = z.infer<typeof CertificationStatus>

/** Three groups of four: no 0, 1, I, O or U, which are misread or misheard. */
export const VERIFICATION_CODE = /^[2-9A-HJ-NP-TV-Z]{4}(-[2-9A-HJ-NP-TV-Z]{4}){2}$/

/** As people type it: without case, with spaces, dashes of any length or nothing between the groups. */
export const VerificationCode = z
  .string()
  .max(40)
  .transform((typed) => typed.toUpperCase().replaceAll(/[\s\p{Pd}]/gu, ''))
  .transform((code) => code.match(/.{1,4}/gu)?.join('-') ?? '')
  .pipe(z.string().regex(VERIFICATION_CODE, 'Use the twelve characters below the QR code'))

export const CertificationSummary = z.object({
  id: Id,
  number: z.string(),
  code: z.string(),
  year: Year,
  /** Of the content set. */
  title: z.string(),
  /** The organisation. */
  holder: z.string(),
  band: z.string().nullable(),
  valid_from: z.iso.date(),
  valid_until: z.iso.date(),
  status: CertificationStatus,
  /** Valid, for 90 days at most. */
  is_expiring: z.boolean(),
  revoked_at: Timestamp.nullable(),
  revoked_reason: z.string().nullable(),
})
export type CertificationSummary = z.infer<typeof CertificationSummary>

/** A certificate with its frozen report, which was found to be the one that it was issued for. */
export const Certification = z.object({
  certification: CertificationSummary,
  /** The page that anybody may check it at. */
  verify_url: z.string(),
  report: ReportSnapshot,
  /** The other certificates of the same person, newest first, to choose a year. */
  others: z.array(CertificationSummary),
})
export type Certification = z.infer<typeof Certification>

/** What anybody learns who has the code: this and nothing else. */
export const Verification = z.object({
  holder: z.string(),
  scope: z.string(),
  band: z.string().nullable(),
  /** All that there are, lowest first; none where the content set has none. */
  bands: z.array(z.string()),
  valid_from: z.iso.date(),
  valid_until: z.iso.date(),
  status: CertificationStatus,
})
export type Verification = z.infer<typeof Verification>

export const CertifyBody = z.strictObject({
  /** The version of the review that was seen. */
  version: z.int32().positive(),
  /** A year less a day after today when left out. */
  valid_until: Day.optional(),
})
export type CertifyBody = z.output<typeof CertifyBody>

const own = { method: 'GET', access: 'access-to-private-area', params: ById } as const

export const certifications = {
  list: endpoint({
    method: 'GET',
    path: '/certifications',
    access: 'access-to-private-area',
    summary: "A person's certificates of a year, or of all years",
    query: z.strictObject({ year: YearText.optional() }),
    response: z.object({ rows: z.array(CertificationSummary) }),
  }),
  get: endpoint({
    ...own,
    path: '/certifications/:id',
    summary: 'A certificate with its report, as it was frozen',
    response: Certification,
  }),
  pdf: endpoint({
    ...own,
    path: '/certifications/:id/pdf',
    summary: 'A certificate as PDF (A4, tagged)',
    file: 'application/pdf',
  }),
  reportPdf: endpoint({
    ...own,
    path: '/certifications/:id/report/pdf',
    summary: 'A certification report with the three states, as PDF (A4, tagged)',
    file: 'application/pdf',
  }),
  verify: endpoint({
    method: 'GET',
    path: '/verify/:code',
    access: 'public',
    summary: 'Whether a certificate is genuine and valid',
    params: z.strictObject({ code: VerificationCode }),
    response: Verification,
  }),
  certify: endpoint({
    method: 'POST',
    path: '/reviews/:id/certificate',
    access: 'certify-assessments',
    summary: 'Certify an assessment whose every statement is reviewed',
    params: ById,
    body: CertifyBody,
    response: z.object({ review: ReviewStanding, certification: CertificationSummary }),
  }),
  revoke: endpoint({
    method: 'POST',
    path: '/certifications/:id/revocation',
    access: 'certify-assessments',
    summary: 'Revoke a certificate, and say why',
    params: ById,
    body: z.strictObject({ reason: text(1, 2000) }),
    response: CertificationSummary,
  }),
}
