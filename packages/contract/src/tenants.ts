import { SIGN_IN_MODES } from './enumerations.ts'
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { ById, Email, exact, Id, IdText, line, Timestamp } from './fields.ts'
import { LOGO_BYTES, TOO_LARGE_LOGO } from './file-size.ts'
import { MadeSessions } from './sso.ts'
import { Paging, SearchText, listResponse, listText, sortText } from './list.ts'

export const SignInMode = z.enum(SIGN_IN_MODES)
export type SignInMode = z.infer<typeof SignInMode>

/** In pixels. A page keeps the place of the logo while it loads. Absent in answers of earlier versions. */
export const LogoSize = z.object({ width: z.int(), height: z.int() })
export type LogoSize = z.infer<typeof LogoSize>

/** The public details of an organisation. */
export const HostTenant = z.object({
  name: z.string(),
  domain: z.string(),
  is_public: z.boolean(),
  /** The admin host, of god-admins and auditors. */
  is_platform: z.boolean(),
  sign_in_mode: SignInMode,
  logo_url: z.string().nullable(),
  logo_size: LogoSize.nullable().optional(),
  /** The current year in the organisation's time zone, the default of every year parameter. */
  year: z.int(),
  support_email: z.string().nullish(), // A node of release 0.2 doesn't answer it.
})
export type HostTenant = z.infer<typeof HostTenant>

const Named = z.object({ id: Id, name: z.string() })

/** One that moves to another installation, or has moved there, can be read here and not changed. */
export const OrganisationStatus = z.enum(['active', 'moving', 'suspended'])
export type OrganisationStatus = z.infer<typeof OrganisationStatus>

export const Organisation = z.object({
  id: Id,
  name: z.string(),
  domain: z.string(),
  is_public: z.boolean(),
  status: OrganisationStatus,
  auditor: z.array(Named),
  users: z.int(),
  assessments_in_progress: z.int(),
  assessments_completed: z.int(),
})
export type Organisation = z.infer<typeof Organisation>

/** SHA-256 of the image in hexadecimal. */
const LogoVersion = z.string().regex(/^[0-9a-f]{64}$/)

/** An organisation with all fields of its form. A change with a stale `version` is refused. */
export const OrganisationDetails = Organisation.extend({
  version: z.int(),
  /** When all its data is deleted, if it is being removed. */
  removal_at: Timestamp.nullable(),
  brand_colour: z.string(),
  has_logo: z.boolean(),
  /** Identifies the logo. Send it when you replace or remove the logo. */
  logo_version: LogoVersion.nullable(),
  logo_size: LogoSize.nullable().optional(),
  time_zone: z.string(),
  retention_years: z.int().nullable(),
  sign_in_mode: SignInMode,
  is_mfa_required: z.boolean(),
  open_invitations: z.int(),
  /** Users who may sign in. */
  active_users: z.int(),
  /** Active users who would have to set up two-step verification. */
  without_mfa: z.int(),
  active_connections: z.int(),
  /** Bytes used by attachments, including recently removed ones, and the quota. */
  attachment_bytes: z.int(),
  attachment_quota: z.int(),
})
export type OrganisationDetails = z.infer<typeof OrganisationDetails>

/** Assessments by year that a shorter retention would remove. Assessments with a valid certificate stay. */
export const AssessmentsPastRetention = z.object({
  years: z.array(z.object({ year: z.int(), count: z.int() })),
})
export type AssessmentsPastRetention = z.infer<typeof AssessmentsPastRetention>

// Pages check hosts by text, so no organisation may look like the platform.
const RESERVED = /admin|^(www|api|auth|public)$/

/** The first label of an organisation's host name. */
export const TenantDomain = exact(63)
  .toLowerCase()
  .regex(
    /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/,
    'Use lower-case letters, numbers and hyphens between them, for example north-field',
  )
  .refine((label) => !RESERVED.test(label), 'This domain is reserved. Choose another domain.')

/** Of an organisation that has chosen none. */
export const FIRST_COLOUR = '#1C5C46'

export const BrandColour = exact(100).regex(/^#[0-9A-Fa-f]{6}$/, 'Use a colour such as #1C5C46')

const TimeZone = exact(64).refine(isTimeZone, 'Choose a time zone, such as Europe/London')

function isTimeZone(name: string) {
  try {
    Intl.DateTimeFormat('en', { timeZone: name })
    // An offset has no summer time, and PostgreSQL reads its sign the other way round.
    return /^[A-Za-z]/.test(name)
  } catch {
    return false
  }
}

export const NewOrganisation = z.strictObject({
  name: line(1, 120),
  domain: TenantDomain,
  brand_colour: BrandColour.optional(),
})

export const OrganisationBody = NewOrganisation.extend({
  /** Gets an invitation as its first admin. */
  admin_email: Email.optional(),
})
export type OrganisationBody = z.output<typeof OrganisationBody>

/** The highest quota of attachments. */
export const MAX_ATTACHMENT_QUOTA = 1024 ** 4

/** Missing fields don't change. Only god-admins change `domain`, `auditor` and `attachment_quota`. */
export const OrganisationChange = z.strictObject({
  version: z.int().positive(),
  name: line(1, 120).optional(),
  domain: TenantDomain.optional(),
  brand_colour: BrandColour.optional(),
  time_zone: TimeZone.optional(),
  retention_years: z
    .int('Use a whole number')
    .min(1, 'Choose 1 year or more')
    .max(30, 'Choose 30 years or fewer')
    .nullish(),
  sign_in_mode: SignInMode.optional(),
  /** What happens to sessions of single sign-on when it is turned off. */
  sessions: MadeSessions,
  is_mfa_required: z.boolean().optional(),
  auditor: z.array(Id).max(50, 'Choose at most 50 auditors').optional(),
  /** May be below the used size. Then nothing more can be attached. */
  attachment_quota: z
    .int('Use a whole number')
    .min(0, 'Enter 0 or more')
    .max(MAX_ATTACHMENT_QUOTA, 'Enter 1 TB or less')
    .optional(),
})
export type OrganisationChange = z.output<typeof OrganisationChange>

const LogoBody = z.strictObject({
  version: LogoVersion.nullable(),
  /** PNG, JPEG or WebP in base64. */
  image: z.string().max(Math.ceil(LOGO_BYTES / 3) * 4, TOO_LARGE_LOGO),
})

/** The search of `/admin/applications`, which appends pages. */
export const OrganisationListQuery = z.strictObject({
  ...Paging,
  name: SearchText,
  auditor: listText(IdText).optional(),
  sort: sortText(['domain', 'name'], 'name.asc'),
})
export type OrganisationListQuery = z.output<typeof OrganisationListQuery>

// The queries of `stylesheet` and `logo` only make a page ask again after a change.
export const tenants = {
  current: endpoint({
    method: 'GET',
    path: '/tenant',
    access: 'public',
    summary: 'Get the organisation for this host',
    response: HostTenant,
  }),
  stylesheet: endpoint({
    method: 'GET',
    path: '/tenant/brand.css',
    notForClient: true,
    access: 'public',
    summary: 'Get the organisation’s colours as a stylesheet',
    query: z.strictObject({ colour: line(1, 100).optional() }),
    file: 'text/css',
  }),
  logo: endpoint({
    method: 'GET',
    path: '/tenant/logo',
    notForClient: true,
    access: 'public',
    summary: 'Get the organisation’s logo',
    query: z.strictObject({ version: line(1, 100).optional() }),
    file: 'image/png',
  }),
  list: endpoint({
    method: 'GET',
    path: '/customers',
    access: 'access-to-admin-area',
    summary:
      'List visible organisations (all for god-admins, assigned for auditors, their own for admins)',
    query: OrganisationListQuery,
    response: listResponse(Organisation).extend({ year: z.int() }),
  }),
  choices: endpoint({
    method: 'GET',
    path: '/customer-choices',
    access: 'access-to-admin-area',
    summary: 'List visible organisations and their auditors, for filters and forms',
    response: z.object({
      organisations: z.array(Named.extend({ is_public: z.boolean() })),
      auditors: z.array(Named),
    }),
  }),
  get: endpoint({
    method: 'GET',
    path: '/customers/:id',
    access: 'access-to-admin-area',
    summary: 'Get an organisation',
    params: ById,
    response: OrganisationDetails,
  }),
  create: endpoint({
    method: 'POST',
    path: '/customers',
    access: 'create-company',
    summary: 'Create an organisation and optionally invite its first admin',
    body: OrganisationBody,
    response: OrganisationDetails,
  }),
  change: endpoint({
    method: 'PATCH',
    path: '/customers/:id',
    access: 'create-users',
    summary: 'Change an organisation’s settings',
    params: ById,
    body: OrganisationChange,
    response: OrganisationDetails,
  }),
  oldAssessments: endpoint({
    method: 'GET',
    path: '/customers/:id/old-assessments',
    access: 'create-users',
    summary: 'Count the assessments of each year that a shorter retention period would delete',
    params: ById,
    response: AssessmentsPastRetention,
  }),
  suspend: endpoint({
    method: 'POST',
    path: '/customers/:id/suspension',
    access: 'god-level',
    summary: 'Suspend an organisation and sign out its users at their next request',
    params: ById,
    response: OrganisationDetails,
  }),
  reactivate: endpoint({
    method: 'DELETE',
    path: '/customers/:id/suspension',
    access: 'god-level',
    summary: 'Reactivate a suspended organisation',
    params: ById,
    response: OrganisationDetails,
  }),
  logoOf: endpoint({
    method: 'GET',
    path: '/customers/:id/logo',
    access: 'access-to-admin-area',
    summary: 'Get a visible organisation’s logo',
    params: ById,
    file: 'image/png',
  }),
  setLogo: endpoint({
    method: 'PUT',
    path: '/customers/:id/logo',
    access: 'create-users',
    summary: 'Set an organisation’s logo (PNG, JPEG or WebP), unless someone else has changed it',
    params: ById,
    body: LogoBody,
    mostBytes: 3 * 1024 * 1024,
  }),
  removeLogo: endpoint({
    method: 'DELETE',
    path: '/customers/:id/logo',
    access: 'create-users',
    summary: 'Remove an organisation’s logo, unless someone else has changed it',
    params: ById,
    query: z.strictObject({ version: LogoVersion }),
  }),
  auditors: endpoint({
    method: 'GET',
    path: '/auditors',
    access: 'god-level',
    summary: 'List the auditors who can be assigned to organisations',
    response: z.object({ auditors: z.array(Named) }),
  }),
}
