import type pg from 'pg'
import { readColumns } from './reading.ts'
import { sortTables } from './sort-tables.ts'

// What an archive may contain, stated once for export, backup, import and restore: every table and column of the
// catalogue, except these.

/** Belong to the schema or to one installation, or end with a restore. Their rows are in no archive. */
const WITHOUT_ROWS = [
  'migrations',
  'functions',
  'backups',
  'nodes',
  'virus_scanning',
  'maintenance',
  'rate_limits',
  'sessions',
  'refresh_tokens',
  'mfa_challenges',
  'sso_transactions',
  'handovers',
  'handover_codes',
  'oidc_nonces',
  'generated_files',
  'presence',
]

/**
 * Not in the export of one organisation either: platform-wide rows, mails and links, events that wait to be
 * forwarded, and files that are kept for a few days.
 */
const WITHOUT_ROWS_OF_ONE = [
  ...WITHOUT_ROWS,
  'audit_forwarding',
  'audit_queue',
  'terms',
  'terms_drafts',
  'tenant_auditors',
  'mails',
  'one_time_links',
  'oidc_spent_tokens',
  'removed_links',
  'content_imports',
]

/** Columns of encrypted values by table, with the column that names the row. They are apart, because another installation encrypts them again. */
export const ENCRYPTED = {
  authenticators: { column: 'secret', of: 'user_id' },
  sso_connections: { column: 'client_secret', of: 'id' },
} as const

/** Encrypted values, a removal, and the move itself, which stay behind. */
const WITHOUT_VALUES = new Set([
  ...Object.entries(ENCRYPTED).map(([table, { column }]) => `${table}.${column}`),
  'tenants.removal_at',
  'tenants.moving_at',
])

/** Names of the jobs that move with an organisation: those that are about its rows alone. */
export const MOVING_JOBS = ['report', 'move', 'submission', 'scan'] as const

export type Tables = ReadonlyMap<string, readonly string[]>

/** The columns of each table of a backup. */
export async function tablesOfInstallation(client: pg.ClientBase): Promise<Tables> {
  return new Map(await readColumns(client, WITHOUT_ROWS))
}

/** The columns of each table of an organisation's export, each table after those that it refers to. */
export async function tablesOfOrganisation(client: pg.ClientBase): Promise<Tables> {
  const tables = await readColumns(client, WITHOUT_ROWS_OF_ONE)
  const kept = tables.map(
    ([table, columns]) =>
      [table, columns.filter((column) => !WITHOUT_VALUES.has(`${table}.${column}`))] as const,
  )
  return new Map(await sortTables(client, kept))
}
