import { z } from 'zod'
import {
  AssessmentStatus,
  ContentSetSummary,
  ElementProgress,
  ReportSummary,
} from './assessments.ts'
import { Certification, CertificationSummary } from './certifications.ts'
import { endpoint } from './endpoint.ts'
import {
  AssessmentType,
  ById,
  Email,
  Id,
  IdText,
  Timestamp,
  Year,
  YearText,
  text,
} from './fields.ts'
import { Role } from './permissions.ts'
import { Report } from './reports.ts'
import { SignInMode } from './tenants.ts'

/** What people of an organisation can be; god-admins and auditors live at the platform. */
export const MemberRole = z.enum(['user', 'admin'])
export type MemberRole = z.infer<typeof MemberRole>

const MemberRoles = z.array(MemberRole).min(1, 'Choose a role').max(MemberRole.options.length)

/** Somebody of an organisation, as the admin area shows and edits them. */
export const Person = z.object({
  id: Id,
  /** Counts the changes of name, e-mail, organisation name and roles; the next change names it. */
  version: z.int(),
  name: z.string(),
  email: z.string(),
  pending_email: z.string().nullable(),
  organisation_name: z.string().nullable(),
  tenant: z.object({
    id: Id,
    name: z.string(),
    domain: z.string(),
    is_public: z.boolean(),
    sign_in_mode: SignInMode,
  }),
  roles: z.array(Role),
  is_active: z.boolean(),
  created_at: Timestamp,
  last_login_at: Timestamp.nullable(),
  mfa_enabled: z.boolean(),
  has_password: z.boolean(),
  identities: z.array(z.object({ issuer: z.string(), linked_at: Timestamp })),
  /** What stays with the organisation when the person goes. */
  assessments: z.int(),
  reports: z.int(),
})
export type Person = z.infer<typeof Person>

/** `details` of a `conflict`: the person as somebody else left them. */
export const PersonConflict = z.object({ person: Person })

const Details = z.strictObject({
  name: text(1, 120),
  email: Email,
  /** At the public organisation only, whose people name their own. */
  organisation_name: text(1, 120).nullable().optional(),
})

/** Without `tenant_id` the organisation of this host. */
export const NewPersonBody = Details.extend({ tenant_id: Id.optional(), roles: MemberRoles })
export type NewPersonBody = z.output<typeof NewPersonBody>

const Version = z.int32().positive()

export const PersonDetailsBody = Details.extend({ version: Version })
export type PersonDetailsBody = z.output<typeof PersonDetailsBody>

export const PersonRolesBody = z.strictObject({ version: Version, roles: MemberRoles })
export type PersonRolesBody = z.output<typeof PersonRolesBody>

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
export const PersonAssessment = Result.extend({ content_set: ContentSetSummary, year: Year })
export type PersonAssessment = z.infer<typeof PersonAssessment>

/** A person's results in one content set and year: of each type the assessment that there is. */
export const PersonResults = z.object({
  content_set: ContentSetSummary,
  year: Year,
  /** The years that this person has assessments of this content set in, newest first. */
  years: z.array(Year),
  results: z.array(
    Result.extend({ elements: z.array(ElementProgress), reports: z.array(ReportSummary) }),
  ),
})
export type PersonResults = z.infer<typeof PersonResults>

export type PersonCertification = CertificationSummary

export const person = {
  get: endpoint({
    method: 'GET',
    path: '/users/:id',
    access: 'access-to-admin-area',
    summary: 'Somebody of an organisation in view',
    params: ById,
    response: Person,
  }),
  create: endpoint({
    method: 'POST',
    path: '/users',
    access: 'create-users',
    summary:
      'Add somebody, who gets a link to choose a password by mail; it works once, for 7 days',
    body: NewPersonBody,
    response: Person,
  }),
  update: endpoint({
    method: 'PATCH',
    path: '/users/:id',
    access: 'create-users',
    summary: 'Change name, e-mail address and organisation name; a stale version answers conflict',
    params: ById,
    body: PersonDetailsBody,
    response: Person,
  }),
  changeRoles: endpoint({
    method: 'PUT',
    path: '/users/:id/roles',
    access: 'create-users',
    summary: 'Change what somebody may do; nobody changes the own roles',
    params: ById,
    body: PersonRolesBody,
    response: Person,
  }),
  sendPasswordLink: endpoint({
    method: 'POST',
    path: '/users/:id/password-link',
    access: 'create-users',
    summary: 'Mail somebody a link to choose a new password',
    params: ById,
  }),
  move: endpoint({
    method: 'PUT',
    path: '/users/:id/organisation',
    access: 'god-level',
    summary: 'Move an account to another organisation; assessments and reports stay behind',
    params: ById,
    body: z.strictObject({ tenant_id: Id }),
    response: Person,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/users/:id',
    access: 'remove-users-from-company',
    summary: 'Remove somebody; assessments and reports stay, under “Former user”',
    params: ById,
  }),
  assessments: endpoint({
    method: 'GET',
    path: '/users/:id/assessments',
    access: 'access-to-admin-area',
    summary: "A person's assessments, newest year first",
    params: ById,
    response: z.object({ rows: z.array(PersonAssessment) }),
  }),
  results: endpoint({
    method: 'GET',
    path: '/users/:id/assessments/:contentSetId',
    access: 'access-to-admin-area',
    summary: "A person's results in one content set, element by element",
    params: z.strictObject({ id: IdText, contentSetId: IdText }),
    query: z.strictObject({ year: YearText.optional() }),
    response: PersonResults,
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
