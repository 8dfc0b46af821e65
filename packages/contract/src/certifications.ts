import { z } from 'zod'
import { ANY_TYPE, endpoint } from './endpoint.ts'
import {
  ById,
  Day,
  exact,
  Id,
  IdText,
  Language,
  Timestamp,
  Year,
  YearText,
  text,
} from './fields.ts'
import { GeneratedFile } from './generated-files.ts'
import { ReportSnapshot } from './reports.ts'
import { ReviewState } from './reviews.ts'
import { LogoSize } from './tenants.ts'

/** On the current day. A revoked certificate stays revoked, and one that a newer one superseded doesn't expire. */
export const CertificationStatus = z.enum(['valid', 'expired', 'superseded', 'revoked'])
export type CertificationStatus = z.infer<typeof CertificationStatus>

/** Three groups of four, without 0, 1, I, O and U, which are easily misread or misheard. */
export const VERIFICATION_CODE = /^[2-9A-HJ-NP-TV-Z]{4}(-[2-9A-HJ-NP-TV-Z]{4}){2}$/

/** Typed in any case, with spaces, any dashes or nothing between the groups. */
export const VerificationCode = exact(40)
  .transform((typed) => typed.toUpperCase().replaceAll(/[\s\p{Pd}]/gu, ''))
  .transform((code) => code.match(/.{1,4}/gu)?.join('-') ?? '')
  .pipe(
    z
      .string()
      .regex(
        VERIFICATION_CODE,
        'Enter all 12 characters of the code, which has no 0, 1, I, O or U',
      ),
  )

export const CertificationSummary = z.object({
  id: Id,
  number: z.string(),
  code: z.string(),
  year: Year,
  /** As in the overview: the id that all editions of the content set share. */
  set: Id,
  /** Title of the content set. */
  title: z.string(),
  /** The labels of the level and profiles that were certified. Empty for the whole set. */
  scope: z.string(),
  /** Of the title. */
  language: Language,
  /** Name of the organisation. */
  holder: z.string(),
  band: z.string().nullable(),
  valid_from: z.iso.date(),
  valid_until: z.iso.date(),
  status: CertificationStatus,
  /** Valid for at most 90 more days. */
  is_expiring: z.boolean(),
  revoked_at: Timestamp.nullable(),
  revoked_reason: z.string().nullable(),
  superseded_at: Timestamp.nullable(),
  /** The organisation holds it, by a shared assessment. */
  is_shared: z.boolean().optional(),
})
export type CertificationSummary = z.infer<typeof CertificationSummary>

/** A certificate with its frozen report, which is checked against its hash. */
export const Certification = z.object({
  certification: CertificationSummary,
  /** The public verification page. */
  verify_url: z.string(),
  report: ReportSnapshot,
  /** The user's and the organisation's other certificates, newest first. */
  others: z.array(CertificationSummary),
})
export type Certification = z.infer<typeof Certification>

/** The platform, which issues the certificates of all organisations. */
export const Issuer = z.object({
  name: z.string(),
  logo_url: z.string().nullable(),
  logo_size: LogoSize.nullable().optional(),
})
export type Issuer = z.infer<typeof Issuer>

/** The public details of a certificate. */
export const Verification = z.object({
  number: z.string(),
  /** Name of the platform. */
  issuer: z.string(),
  holder: z.string(),
  /** Title of the content set with the certified level and profiles, and its language. */
  scope: z.string(),
  language: Language,
  band: z.string().nullable(),
  /** All bands of the content set, lowest first. */
  bands: z.array(z.string()),
  valid_from: z.iso.date(),
  valid_until: z.iso.date(),
  status: CertificationStatus,
  revoked_at: Timestamp.nullable(),
  superseded_at: Timestamp.nullable(),
})
export type Verification = z.infer<typeof Verification>

export const CertifyBody = z.strictObject({
  /** The version of the review that was seen. */
  version: z.int32().positive(),
  /** Without it, the certificate is valid for a year. */
  valid_until: Day.optional(),
  /** The ids of `in_force` that the auditor confirmed. Without it, certificates for the same statements are replaced. */
  supersedes: z.array(Id).max(100).optional(),
})
export type CertifyBody = z.output<typeof CertifyBody>

const own = { method: 'GET', access: 'access-to-private-area', params: ById } as const

export const certifications = {
  list: endpoint({
    method: 'GET',
    path: '/certifications',
    access: 'access-to-private-area',
    summary:
      'List the certificates that you or your shared assessments hold, for one year or all years',
    query: z.strictObject({ year: YearText.optional() }),
    response: z.object({ rows: z.array(CertificationSummary) }),
  }),
  get: endpoint({
    ...own,
    path: '/certifications/:id',
    summary: 'Get a certificate with its report',
    response: Certification,
  }),
  pdf: endpoint({
    ...own,
    isHeavy: true,
    path: '/certifications/:id/pdf',
    summary: 'Download a valid certificate as PDF (A4, tagged)',
    file: 'application/pdf',
  }),
  reportPdf: endpoint({
    ...own,
    method: 'POST',
    isHeavy: true,
    path: '/certifications/:id/report/pdf',
    summary: 'Start creating the PDF of a valid certificate’s report',
    response: GeneratedFile,
  }),
  reportFile: endpoint({
    ...own,
    isHeavy: true,
    path: '/certifications/:id/report/:format',
    summary: 'Download a valid certificate’s report as a Word document or a workbook',
    params: z.strictObject({ id: IdText, format: z.enum(['docx', 'xlsx']) }),
    file: ANY_TYPE,
  }),
  verify: endpoint({
    method: 'GET',
    path: '/verify/:code',
    access: 'public',
    summary: 'Verify a certificate',
    params: z.strictObject({ code: VerificationCode }),
    response: Verification,
  }),
  issuer: endpoint({
    method: 'GET',
    path: '/issuer',
    access: 'public',
    summary: 'Get the name and logo of the platform, which issues the certificates',
    response: Issuer,
  }),
  issuerStylesheet: endpoint({
    method: 'GET',
    path: '/issuer/brand.css',
    notForClient: true,
    access: 'public',
    summary: 'Get the issuer’s colours as a stylesheet',
    file: 'text/css',
  }),
  issuerLogo: endpoint({
    method: 'GET',
    path: '/issuer/logo',
    notForClient: true,
    access: 'public',
    summary: 'Get the issuer’s logo',
    file: 'image/png',
  }),
  certify: endpoint({
    method: 'POST',
    path: '/reviews/:id/certificate',
    access: 'certify-assessments',
    summary: 'Certify an assessment after every statement has been reviewed',
    params: ById,
    body: CertifyBody,
    response: z.object({ review: ReviewState, certification: CertificationSummary }),
  }),
  revoke: endpoint({
    method: 'POST',
    path: '/certifications/:id/revocation',
    access: 'certify-assessments',
    summary: 'Revoke a certificate with a reason',
    params: ById,
    body: z.strictObject({ reason: text(1, 2000) }),
    response: CertificationSummary,
  }),
}
