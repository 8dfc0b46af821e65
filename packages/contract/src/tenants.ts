import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { ById, Email, Id, IdText, text } from './fields.ts'
import { Paging, SearchText, listAnswer, listText, sortText } from './list.ts'

export const SignInMode = z.enum(['credentials', 'sso', 'combined'])
export type SignInMode = z.infer<typeof SignInMode>

/** What a visitor of a host may know of its organisation. */
export const HostTenant = z.object({
  name: z.string(),
  domain: z.string(),
  is_public: z.boolean(),
  /** The admin host: holds god-admins and auditors. */
  is_platform: z.boolean(),
  sign_in_mode: SignInMode,
  logo_url: z.string().nullable(),
  /** The current year in the tenant's time zone: the default of every year parameter. */
  year: z.int(),
})
export type HostTenant = z.infer<typeof HostTenant>

const Named = z.object({ id: Id, name: z.string() })

export const Customer = z.object({
  id: Id,
  name: z.string(),
  domain: z.string(),
  is_public: z.boolean(),
  status: z.enum(['active', 'suspended']),
  auditor: z.array(Named),
  users: z.int(),
  assessments_in_progress: z.int(),
  assessments_completed: z.int(),
})
export type Customer = z.infer<typeof Customer>

/** SHA-256 of the image, in hexadecimal. */
const LogoVersion = z.string().regex(/^[0-9a-f]{64}$/)

/** One organisation with all that its form shows. `version` goes back with a change: a stale one is refused. */
export const CustomerDetails = Customer.extend({
  version: z.int(),
  brand_colour: z.string(),
  has_logo: z.boolean(),
  /** Changes with the logo: whoever replaces or removes it says which one was seen. */
  logo_version: LogoVersion.nullable(),
  time_zone: z.string(),
  retention_years: z.int().nullable(),
  sign_in_mode: SignInMode,
  is_mfa_required: z.boolean(),
  open_invitations: z.int(),
  /** Those of its people who may sign in. */
  active_users: z.int(),
  /** Active people who would be asked to set one up. */
  without_second_step: z.int(),
  active_connections: z.int(),
  /** Bytes that attachments take, those just removed as well, and may take together. */
  attachment_bytes: z.int(),
  attachment_quota: z.int(),
})
export type CustomerDetails = z.infer<typeof CustomerDetails>

/** What a shorter retention would remove, by year: without what a valid certificate was given for. */
export const OldAssessments = z.object({
  years: z.array(z.object({ year: z.int(), count: z.int() })),
})
export type OldAssessments = z.infer<typeof OldAssessments>

// The scope rule of the pages is textual, so no organisation may look like the platform.
const RESERVED = /admin|^(www|api|auth|public)$/

/** The first label of an organisation's host name. */
export const TenantDomain = z
  .string()
  .trim()
  .toLowerCase()
  .regex(
    /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/,
    'Use lower-case letters, numbers and hyphens, for example north-field',
  )
  .refine((label) => !RESERVED.test(label), 'This label is reserved')

export const BrandColour = z
  .string()
  .trim()
  .regex(/^#[0-9A-Fa-f]{6}$/, 'Use a colour such as #1C5C46')

const TimeZone = z.string().max(64).refine(isTimeZone, 'Choose a time zone, such as Europe/London')

function isTimeZone(name: string) {
  try {
    Intl.DateTimeFormat('en', { timeZone: name })
    // An offset alone knows no summer time, and PostgreSQL reads its sign the other way round.
    return /^[A-Za-z]/.test(name)
  } catch {
    return false
  }
}

export const NewCustomer = z.strictObject({
  name: text(1, 120),
  domain: TenantDomain,
  brand_colour: BrandColour.optional(),
})

export const CustomerBody = NewCustomer.extend({
  /** Gets an invitation as its first administrator. */
  admin_email: Email.optional(),
})
export type CustomerBody = z.output<typeof CustomerBody>

/** An organisation's attachments may take so many bytes at most: a terabyte. */
export const MOST_ATTACHMENT_QUOTA = 1024 ** 4

/** What is left out stays as it is. `domain`, `auditor` and `attachment_quota` are for god-admins. */
export const CustomerChange = z.strictObject({
  version: z.int().positive(),
  name: text(1, 120).optional(),
  domain: TenantDomain.optional(),
  brand_colour: BrandColour.optional(),
  time_zone: TimeZone.optional(),
  retention_years: z
    .int('Use a whole number')
    .min(1, 'Use at least 1 year')
    .max(30, 'Use at most 30 years')
    .nullable()
    .optional(),
  sign_in_mode: SignInMode.optional(),
  is_mfa_required: z.boolean().optional(),
  auditor: z.array(Id).max(50, 'Choose at most 50').optional(),
  /** Less than is taken already is no mistake: nothing more can be attached until there is room. */
  attachment_quota: z
    .int('Use a whole number')
    .min(0, 'Use 0 or more')
    .max(MOST_ATTACHMENT_QUOTA, 'Use at most 1 TB')
    .optional(),
})
export type CustomerChange = z.output<typeof CustomerChange>

/** A logo may have so many bytes. */
export const LOGO_BYTES = 2 * 1024 * 1024

const LogoBody = z.strictObject({
  version: LogoVersion.nullable(),
  /** PNG, JPEG or WebP in base64. */
  image: z.string().max(Math.ceil(LOGO_BYTES / 3) * 4, 'Use a file of at most 2 MB'),
})

/** The specification, section 2: the search of `/admin/applications`, which shows further pages below the first. */
export const CustomerListQuery = z.strictObject({
  ...Paging,
  name: SearchText,
  auditor: listText(IdText).optional(),
  sort: sortText(['domain', 'name'], 'name.asc'),
})
export type CustomerListQuery = z.output<typeof CustomerListQuery>

export const tenants = {
  current: endpoint({
    method: 'GET',
    path: '/tenant',
    access: 'public',
    summary: 'The organisation of this host',
    response: HostTenant,
  }),
  stylesheet: endpoint({
    method: 'GET',
    path: '/tenant/brand.css',
    access: 'public',
    summary: "The organisation's colours as a stylesheet",
    file: 'text/css',
  }),
  logo: endpoint({
    method: 'GET',
    path: '/tenant/logo',
    access: 'public',
    summary: "The organisation's logo",
    file: 'image/png',
  }),
  list: endpoint({
    method: 'GET',
    path: '/customers',
    access: 'access-to-admin-area',
    summary:
      'The organisations in view: all for god-admins, the assigned for auditors, the own for admins',
    query: CustomerListQuery,
    response: listAnswer(Customer).extend({ year: z.int() }),
  }),
  choices: endpoint({
    method: 'GET',
    path: '/customer-choices',
    access: 'access-to-admin-area',
    summary:
      'What lists are filtered by and forms choose from: organisations in view, their auditors',
    response: z.object({
      organisations: z.array(Named.extend({ is_public: z.boolean() })),
      auditors: z.array(Named),
    }),
  }),
  get: endpoint({
    method: 'GET',
    path: '/customers/:id',
    access: 'access-to-admin-area',
    summary: 'One organisation',
    params: ById,
    response: CustomerDetails,
  }),
  create: endpoint({
    method: 'POST',
    path: '/customers',
    access: 'create-company',
    summary: 'Make an organisation, and invite its first administrator',
    body: CustomerBody,
    response: CustomerDetails,
  }),
  change: endpoint({
    method: 'PATCH',
    path: '/customers/:id',
    access: 'create-users',
    summary: 'Change an organisation: god-admins any, admins their own',
    params: ById,
    body: CustomerChange,
    response: CustomerDetails,
  }),
  oldAssessments: endpoint({
    method: 'GET',
    path: '/customers/:id/old-assessments',
    access: 'create-users',
    summary: 'How many assessments of each year a shorter retention would remove',
    params: ById,
    response: OldAssessments,
  }),
  suspend: endpoint({
    method: 'POST',
    path: '/customers/:id/suspension',
    access: 'god-level',
    summary: 'Suspend an organisation: at their next request its people are out',
    params: ById,
    response: CustomerDetails,
  }),
  reactivate: endpoint({
    method: 'DELETE',
    path: '/customers/:id/suspension',
    access: 'god-level',
    summary: 'Open a suspended organisation again',
    params: ById,
    response: CustomerDetails,
  }),
  logoOf: endpoint({
    method: 'GET',
    path: '/customers/:id/logo',
    access: 'access-to-admin-area',
    summary: 'The logo of an organisation in view',
    params: ById,
    file: 'image/png',
  }),
  setLogo: endpoint({
    method: 'PUT',
    path: '/customers/:id/logo',
    access: 'create-users',
    summary:
      'Give an organisation a logo in place of the one that was seen; it is drawn anew as a PNG of 512 pixels at most',
    params: ById,
    body: LogoBody,
    mostBytes: 3 * 1024 * 1024,
  }),
  removeLogo: endpoint({
    method: 'DELETE',
    path: '/customers/:id/logo',
    access: 'create-users',
    summary: 'Take the logo of an organisation away, if it is still the one that was seen',
    params: ById,
    query: z.strictObject({ version: LogoVersion }),
  }),
  auditors: endpoint({
    method: 'GET',
    path: '/auditors',
    access: 'god-level',
    summary: 'The auditors of the platform, to assign to organisations',
    response: z.object({ auditors: z.array(Named) }),
  }),
}
