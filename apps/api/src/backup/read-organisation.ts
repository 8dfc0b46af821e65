import type { KeyObject } from 'node:crypto'
import pg from 'pg'
import type { Files } from '#adapters/files.ts'
import { fingerprintOf } from '#db/installation-secret.ts'
import type { Entry } from './archive.ts'
import { ENCRYPTED, MOVING_JOBS, tablesOfOrganisation } from './archive-list.ts'
import {
  JOBS,
  ORGANISATION,
  type OrganisationHeader,
  type OrganisationManifest,
  SECRETS,
  type Secrets,
} from './contents.ts'
import { jsonEntry, readArchive } from './read-archive.ts'
import { type Held, openSnapshot, orderOf, rowsOf } from './reading.ts'

type Organisation = {
  held: Held
  secret: string
  files: Files
  version: string
  tenant: OrganisationHeader['tenant']
  /** The private key that signs the manifest. */
  sign: KeyObject | undefined
}

/** All entries of the export of one organisation. Returns the manifest. */
export async function* readOrganisation({
  secret,
  files,
  version,
  tenant,
  held,
  sign,
}: Organisation): AsyncGenerator<Entry, OrganisationManifest> {
  const { client, close } = await openSnapshot(held)
  try {
    const tables = await tablesOfOrganisation(client)
    const facts = await readFacts(client, { secret, version, tenant })
    const parts = {
      header: jsonEntry(ORGANISATION, { ...facts, tables: Object.fromEntries(tables) }, 2),
      secrets: jsonEntry(SECRETS, await readSecrets(client, tenant.id)),
      jobs: jsonEntry(JOBS, await listJobs(client, tenant.id)),
    }
    const selectOf = async (table: string, columns: readonly string[]) => {
      const values = columns.map((column) => valueOf(table, column)).join(', ')
      return `select ${values} from ${pg.escapeIdentifier(table)} t
        where ${isOf(table, tenant.id)} order by ${await orderOf(client, table)}`
    }
    const source = { client, files, parts, tables, selectOf, tenantId: tenant.id, sign }
    return yield* readArchive<OrganisationManifest>(source)
  } finally {
    close()
  }
}

/** Folders that only a download uses, or that wait for the sweep, stay behind. */
function isOf(table: string, id: number) {
  if (table === 'tenants') return `id = ${id}`
  const own = `tenant_id = ${id}`
  return table === 'stored_files'
    ? `${own} and exists (select from attachments a where a.tenant_id = t.tenant_id and a.file_id = t.id)`
    : own
}

/** Terms have a version in every installation, but not the same ID. */
function valueOf(table: string, column: string) {
  return table === 'terms_acceptances' && column === 'terms_id'
    ? '(select version from terms where id = t.terms_id)'
    : `t.${pg.escapeIdentifier(column)}`
}

async function readFacts(
  client: pg.PoolClient,
  { secret, version, tenant }: Pick<Organisation, 'secret' | 'version' | 'tenant'>,
): Promise<Omit<OrganisationHeader, 'tables'>> {
  const [facts] = await rowsOf<Pick<OrganisationHeader, 'migrations' | 'terms'>>(
    client,
    `select (select json_agg(name order by name) from migrations) as migrations,
      (select json_agg(json_build_object('version', version, 'sha256', encode(sha256(convert_to(text, 'utf8')), 'hex')) order by version)
        from terms) as terms`,
  )
  if (!facts) throw new Error('The database returned no information about itself.')
  return {
    format: 1,
    waymark: version,
    created_at: new Date().toISOString(),
    secret: fingerprintOf(secret),
    tenant,
    ...facts,
  }
}

async function readSecrets(client: pg.PoolClient, tenantId: number): Promise<Secrets> {
  const secrets: Secrets = {}
  for (const [table, { column, of }] of Object.entries(ENCRYPTED)) {
    const rows = await rowsOf<{ id: number; value: Buffer }>(
      client,
      `select ${of} as id, ${column} as value from ${table} where tenant_id = $1 and ${column} is not null order by 1`,
      [tenantId],
    )
    secrets[table] = Object.fromEntries(rows.map(({ id, value }) => [id, value.toString('base64')]))
  }
  return secrets
}

/** Without mails and links, which stay behind. */
async function listJobs(client: pg.PoolClient, tenantId: number) {
  return await rowsOf(
    client,
    `select name, data from pgboss.job where state < 'completed' and data ->> 'tenantId' = $1::text
      and name = any($2) order by created_on, id`,
    [tenantId, MOVING_JOBS],
  )
}
