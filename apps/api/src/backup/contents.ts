import { createHmac } from 'node:crypto'
import { z } from 'zod'

/** The first entry of an archive: what a restore has to know before it starts. */
export const HEADER = 'backup.json'
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
  'rate_limits',
  'sessions',
  'refresh_tokens',
  'mfa_challenges',
  'sso_transactions',
  'handovers',
  'handover_codes',
  'oidc_nonces',
]

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
  tables: z.record(z.string(), z.array(z.string())),
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

export type Header = z.output<typeof Header>
export type Jobs = z.output<typeof Jobs>
export type Manifest = z.output<typeof Manifest>

export function fingerprintOf(secret: string): string {
  return createHmac('sha256', secret).update('backup').digest('base64url').slice(0, 16)
}
