import { formatSize } from './file-size.ts'
import { ASSESSMENT_TYPE_LABELS, ROLE_LABELS } from './labels.ts'

/** The labels of what an entry's details say. Past entries keep their keys, so never rename or remove one. */
export const AUDIT_DETAIL_LABELS = {
  after: 'New roles',
  assessments: 'Assessments',
  attachment_quota: 'Storage limit',
  auditors: 'Auditors',
  before: 'Previous roles',
  brand_colour: 'Brand colour',
  by_hand: 'Linked in settings',
  bytes: 'Size',
  certificates: 'Certificates',
  changed: 'Changed fields',
  client_id: 'Client ID',
  client_secret: 'Client secret',
  creates_users: 'Creates accounts for new users',
  detail: 'Details',
  domain: 'Domain',
  due_on: 'Due date',
  effective_on: 'Effective date',
  email: 'Email',
  email_subject: 'Email subject',
  ended: 'Sessions ended',
  entries: 'Entries',
  entry_point: 'Sign-in address',
  fields: 'Changed fields',
  file: 'File',
  files: 'Files',
  format: 'File format',
  idp_certificate: 'Certificate',
  has_own_address: 'Has its own redirect address',
  is_active: 'Active',
  is_mfa_required: 'Requires two-step verification',
  is_minor: 'Minor changes',
  is_published: 'Published',
  issuer: 'Issuer',
  kept_for_years: 'Retention period in years',
  kind: 'Protocol',
  limit: 'Limit',
  member_role: 'Role in the assessment',
  method: 'Sign-in method',
  must_accept: 'Users must accept',
  name: 'Name',
  organisation: 'Organisation ID',
  organisation_name: 'Organisation name',
  organisations: 'Assigned organisation IDs',
  people_of: 'Users’ organisation ID',
  reason: 'Reason',
  reports: 'Reports',
  required_contexts: 'Required sign-in methods',
  retention_years: 'Retention period in years',
  roles: 'Roles',
  rows: 'Rows',
  scope: 'Scope',
  sign_in_mode: 'Sign-in methods',
  since: 'Since',
  state: 'Status',
  template: 'Template ID',
  terms: 'Terms version',
  time_zone: 'Time zone',
  title: 'Title',
  type: 'Assessment type',
  user: 'User ID',
  users: 'Users',
  verification: 'Two-step verification',
  version: 'Version',
  virus: 'Virus',
  year: 'Year',
  work: 'Background work',
} as const satisfies Record<string, string>

export type AuditDetail = keyof typeof AUDIT_DETAIL_LABELS

/** What each limit counts. */
export const LIMIT_LABELS = {
  'connection test': 'Single sign-on connection tests',
  'data download': 'Downloads of all data',
  'email change': 'Email changes',
  'invitation target': 'Invitations to one address',
  'invitation tenant': 'Invitations from the organisation',
  'link address': 'Requests for emailed links from one network address',
  'link target': 'Emailed links to one address',
  'list export': 'List downloads',
  'login account': 'Sign-in attempts for one account',
  'login address': 'Sign-in attempts from one network address',
  'login device': 'Sign-in attempts from one browser',
  'oidc address': 'Salesforce sign-in attempts from one network address',
  'password confirmation': 'Password confirmations',
  'sso address': 'Single sign-on attempts from one network address',
  'user creation': 'New users in the organisation',
  'verification code': 'Verification codes for one account',
  verification: 'Certificate checks from one network address',
} as const satisfies Record<string, string>

export type LimitName = keyof typeof LIMIT_LABELS

const VALUE_LABELS: Partial<Record<AuditDetail, Record<string, string>>> = {
  due_on: { none: 'None' },
  effective_on: { immediately: 'Immediately' },
  format: { csv: 'CSV', json: 'JSON', xlsx: 'Excel' },
  kind: { oidc: 'OpenID Connect', saml: 'SAML' },
  limit: LIMIT_LABELS,
  method: { password: 'Password', sso: 'Single sign-on' },
  state: { draft: 'Draft', published: 'Published', retired: 'Retired' },
  type: ASSESSMENT_TYPE_LABELS,
  verification: { app: 'Authenticator app', 'recovery code': 'Recovery code' },
  work: {
    backup: 'Scheduled backups',
    forwarding: 'Forwarding of the audit log',
    scanner: 'Virus checks',
  },
}

const ITEM_LABELS: Partial<Record<AuditDetail, Record<string, string>>> = {
  after: ROLE_LABELS,
  before: ROLE_LABELS,
  changed: AUDIT_DETAIL_LABELS,
  fields: AUDIT_DETAIL_LABELS,
  roles: ROLE_LABELS,
}

/** The details of an entry as labels and texts. A key or value of a later version is shown as it is. */
export function auditDetails(details: Readonly<Record<string, unknown>>): [string, string][] {
  const known: Record<string, string> = AUDIT_DETAIL_LABELS
  return Object.entries(details).flatMap(([key, value]): [string, string][] =>
    value === null || value === ''
      ? []
      : [[known[key] ?? wordsOf(key), textOf(key as AuditDetail, value)]],
  )
}

function wordsOf(key: string) {
  const words = key.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

function textOf(key: AuditDetail, value: unknown): string {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (key === 'bytes' && typeof value === 'number') return formatSize(value)
  if (typeof value !== 'string') return JSON.stringify(value)
  const items = ITEM_LABELS[key]
  if (items)
    return value
      .split(/, | /)
      .map((item) => items[item] ?? item)
      .join(', ')
  return VALUE_LABELS[key]?.[value] ?? value
}
