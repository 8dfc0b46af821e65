import { hash } from 'node:crypto'
import pg from 'pg'
import type { Files } from '#adapters/files.ts'
import { fingerprintOf } from '#core/secret.ts'
import type { Entry } from './archive.ts'
import { HEADER, type Header, JOBS, MANIFEST, type Manifest, WITHOUT_ROWS } from './contents.ts'
import {
  type Held,
  copyRows,
  listKeys,
  openSnapshot,
  orderOf,
  readColumns,
  rowsOf,
} from './reading.ts'
import { addFiles } from './add-files.ts'

type Installation = { held: Held; secret: string; files: Files; version: string }

/** All entries of a backup: one snapshot of the database, then the files that it refers to. Returns the manifest. */
export async function* readInstallation({
  secret,
  files,
  version,
  held,
}: Installation): AsyncGenerator<Entry, Manifest> {
  const { client, close } = await openSnapshot(held)
  try {
    const header = await readHeader(client, secret, version)
    const headerBytes = Buffer.from(JSON.stringify(header, null, 2))
    yield { name: HEADER, bytes: headerBytes }
    const jobs = await readJobs(client)
    yield { name: JOBS, bytes: jobs }
    const manifest: Manifest = {
      header: { sha256: hash('sha256', headerBytes) },
      jobs: { sha256: hash('sha256', jobs) },
      tables: {},
      files: {},
      missing: [],
    }
    for (const [table, columns] of Object.entries(header.tables)) {
      const names = columns.map((name) => pg.escapeIdentifier(name)).join(', ')
      const select = `select ${names} from ${pg.escapeIdentifier(table)} order by ${await orderOf(client, table)}`
      manifest.tables[table] = yield* copyRows(client, table, select)
    }
    const keys = await listKeys(client)
    // Files are read after the snapshot, so that it doesn't stay open for them.
    await client.query('commit')
    yield* addFiles(files, keys, manifest)
    yield { name: MANIFEST, bytes: Buffer.from(JSON.stringify(manifest)) }
    return manifest
  } finally {
    close()
  }
}

async function readHeader(client: pg.PoolClient, secret: string, version: string): Promise<Header> {
  const [facts] = await rowsOf<Pick<Header, 'postgres' | 'migrations' | 'waiting_mails'>>(
    client,
    `select current_setting('server_version_num')::int / 10000 as postgres,
      (select json_agg(name order by name) from migrations) as migrations,
      (select count(*)::int from mails where status = 'queued') as waiting_mails`,
  )
  if (!facts) throw new Error('The database did not return its version.')
  return {
    format: 1,
    waymark: version,
    created_at: new Date().toISOString(),
    ...facts,
    secret: fingerprintOf(secret),
    sequences: await readSequences(client),
    tables: Object.fromEntries(await readColumns(client, WITHOUT_ROWS)),
  }
}

/** Without the jobs of pg-boss itself and of the backup that is running. */
async function readJobs(client: pg.PoolClient): Promise<Buffer> {
  const jobs = await rowsOf(
    client,
    `select name, data from pgboss.job where state < 'completed' and name <> 'backup' and name !~ '^__'
    order by created_on, id`,
  )
  return Buffer.from(JSON.stringify(jobs))
}

/** Read after the snapshot has started, so never below an ID in it. */
async function readSequences(client: pg.PoolClient) {
  const names = await rowsOf<{ name: string }>(
    client,
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'S'`,
  )
  const sequences: Record<string, number> = {}
  for (const { name } of names) {
    const [row] = await rowsOf<{ value: number }>(
      client,
      `select (last_value + is_called::int)::float8 as value from ${pg.escapeIdentifier(name)}`,
    )
    if (row) sequences[name] = row.value
  }
  return sequences
}
