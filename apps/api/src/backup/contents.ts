import { z } from 'zod'

/** The first entry of an archive: what a restore has to know before it starts. */
export const HEADER = 'backup.json'
/** The first entry of the export of one organisation. */
export const ORGANISATION = 'organisation.json'
/** Its encrypted values, apart from their rows, because another installation encrypts them again. */
export const SECRETS = 'secrets.json'
/** The last entry: what the archive has to contain. */
export const MANIFEST = 'manifest.json'
/** The jobs that were waiting or running. */
export const JOBS = 'jobs.json'

/** Belong to the schema or to one installation, or end with a restore. Their rows are in no backup. */
export const WITHOUT_ROWS = [
  'migrations',
  'functions',
  'backups',
  'nodes',
  'virus_scanning',
  'rate_limits',
  'sessions',
  'refresh_tokens',
  'mfa_challenges',
  'sso_transactions',
  'handovers',
  'handover_codes',
  'oidc_nonces',
  'downloads',
]

/**
 * Not in the export of one organisation either: platform-wide rows, mails and links, events that wait to be
 * forwarded, and files that are kept for a few days.
 */
export const WITHOUT_ROWS_OF_ONE = [
  ...WITHOUT_ROWS,
  'audit_forwarding',
  'audit_queue',
  'terms',
  'terms_drafts',
  'tenant_auditors',
  'mails',
  'one_time_links',
  'oidc_spent_tokens',
  'content_imports',
  'content_exports',
  'report_pdfs',
]

/** Columns of their encrypted values by table, with the column that names the row. */
export const ENCRYPTED = {
  authenticators: { column: 'secret', of: 'user_id' },
  sso_connections: { column: 'client_secret', of: 'id' },
} as const

const TableColumns = z.record(z.string(), z.array(z.string()))
const Sum = z.object({ sha256: z.string() })

export const Header = z.object({
  format: z.literal(1),
  waymark: z.string(),
  created_at: z.string(),
  postgres: z.number(),
  migrations: z.array(z.string()),
  /** Tells whether an installation has the same secret, without revealing it. */
  secret: z.string(),
  waiting_mails: z.number(),
  /** The next value of each. */
  sequences: z.record(z.string(), z.number()),
  /** The columns of each table, in the order of the rows. */
  tables: TableColumns,
})

export const Jobs = z.array(z.object({ name: z.string(), data: z.record(z.string(), z.unknown()) }))

export const Manifest = z.object({
  header: Sum,
  jobs: Sum,
  tables: z.record(z.string(), Sum.extend({ rows: z.number() })),
  files: z.record(z.string(), Sum.extend({ bytes: z.number() })),
  /** Files that the store didn’t have. */
  missing: z.array(z.string()),
})

export const OrganisationHeader = z.object({
  format: z.literal(1),
  waymark: z.string(),
  created_at: z.string(),
  migrations: z.array(z.string()),
  secret: z.string(),
  tenant: z.object({ id: z.int().positive(), name: z.string(), domain: z.string() }),
  /** Of the installation's terms of use: their users accepted the versions of this text. */
  terms: z.array(z.object({ version: z.number(), sha256: z.string() })),
  /** Tables come after those that they refer to. */
  tables: TableColumns,
})

/** In base64, by table and row. */
export const Secrets = z.record(z.string(), z.record(z.string(), z.string()))

export const OrganisationManifest = Manifest.extend({ secrets: Sum })

export type OrganisationHeader = z.output<typeof OrganisationHeader>
export type OrganisationManifest = z.output<typeof OrganisationManifest>
export type Secrets = z.output<typeof Secrets>
export type Header = z.output<typeof Header>
export type Jobs = z.output<typeof Jobs>
export type Manifest = z.output<typeof Manifest>
