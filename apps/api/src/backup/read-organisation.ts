import { hash } from 'node:crypto'
import pg from 'pg'
import type { Files } from '#adapters/files.ts'
import { fingerprintOf } from '#core/secret.ts'
import { addFiles } from './add-files.ts'
import type { Entry } from './archive.ts'
import {
  ENCRYPTED,
  JOBS,
  MANIFEST,
  ORGANISATION,
  type OrganisationHeader,
  type OrganisationManifest,
  SECRETS,
  type Secrets,
  WITHOUT_ROWS_OF_ONE,
} from './contents.ts'
import {
  type Held,
  copyRows,
  listKeys,
  openSnapshot,
  orderOf,
  readColumns,
  rowsOf,
} from './reading.ts'
import { sortTables } from './sort-tables.ts'

type Organisation = {
  held: Held
  secret: string
  files: Files
  version: string
  tenant: OrganisationHeader['tenant']
}

/** All entries of the export of one organisation: one snapshot of its rows, then its files. Returns the manifest. */
export async function* readOrganisation({
  secret,
  files,
  version,
  tenant,
  held,
}: Organisation): AsyncGenerator<Entry, OrganisationManifest> {
  const { client, close } = await openSnapshot(held)
  try {
    const header = await readHeader(client, { secret, version, tenant })
    const headerBytes = Buffer.from(JSON.stringify(header, null, 2))
    yield { name: ORGANISATION, bytes: headerBytes }
    const secrets = Buffer.from(JSON.stringify(await readSecrets(client, tenant.id)))
    yield { name: SECRETS, bytes: secrets }
    const jobs = await readJobs(client, tenant.id)
    yield { name: JOBS, bytes: jobs }
    const manifest: OrganisationManifest = {
      header: { sha256: hash('sha256', headerBytes) },
      secrets: { sha256: hash('sha256', secrets) },
      jobs: { sha256: hash('sha256', jobs) },
      tables: {},
      files: {},
      missing: [],
    }
    for (const [table, columns] of Object.entries(header.tables)) {
      const values = columns.map((column) => valueOf(table, column)).join(', ')
      const select = `select ${values} from ${pg.escapeIdentifier(table)} t
        where ${isOf(table, tenant.id)} order by ${await orderOf(client, table)}`
      manifest.tables[table] = yield* copyRows(client, table, select)
    }
    const keys = await listKeys(client, tenant.id)
    await client.query('commit')
    yield* addFiles(files, keys, manifest)
    yield { name: MANIFEST, bytes: Buffer.from(JSON.stringify(manifest)) }
    return manifest
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

async function readHeader(
  client: pg.PoolClient,
  { secret, version, tenant }: Pick<Organisation, 'secret' | 'version' | 'tenant'>,
): Promise<OrganisationHeader> {
  const [facts] = await rowsOf<Pick<OrganisationHeader, 'migrations' | 'terms'>>(
    client,
    `select (select json_agg(name order by name) from migrations) as migrations,
      (select json_agg(json_build_object('version', version, 'sha256', encode(sha256(convert_to(text, 'utf8')), 'hex')) order by version)
        from terms) as terms`,
  )
  if (!facts) throw new Error('The database returned no information about itself.')
  const columns = (await readColumns(client, WITHOUT_ROWS_OF_ONE)).map(
    ([table, names]) => [table, names.filter((name) => !isLeftOut(table, name))] as const,
  )
  return {
    format: 1,
    waymark: version,
    created_at: new Date().toISOString(),
    secret: fingerprintOf(secret),
    tenant,
    ...facts,
    tables: Object.fromEntries(await sortTables(client, columns)),
  }
}

/** Encrypted values are apart, and a removal doesn't move. */
function isLeftOut(table: string, column: string): boolean {
  if (table === 'tenants') return column === 'removal_at'
  return table in ENCRYPTED && ENCRYPTED[table as keyof typeof ENCRYPTED].column === column
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
async function readJobs(client: pg.PoolClient, tenantId: number): Promise<Buffer> {
  const jobs = await rowsOf(
    client,
    `select name, data from pgboss.job where state < 'completed' and data ->> 'tenantId' = $1::text
      and name in ('report', 'move', 'submission', 'scan') order by created_on, id`,
    [tenantId],
  )
  return Buffer.from(JSON.stringify(jobs))
}
