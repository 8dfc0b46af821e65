import pg from 'pg'
import type { Files } from '#adapters/files.ts'
import { fingerprintOf } from '#db/installation-secret.ts'
import type { Entry } from './archive.ts'
import { tablesOfInstallation } from './archive-list.ts'
import { HEADER, type Header, JOBS, type Manifest } from './contents.ts'
import { jsonEntry, readArchive } from './read-archive.ts'
import { type Held, openSnapshot, orderOf, rowsOf } from './reading.ts'

type Installation = { held: Held; secret: string; files: Files; version: string }

/** All entries of a backup. Returns the manifest. */
export async function* readInstallation({
  secret,
  files,
  version,
  held,
}: Installation): AsyncGenerator<Entry, Manifest> {
  const { client, close } = await openSnapshot(held)
  try {
    const tables = await tablesOfInstallation(client)
    const header = {
      ...(await readFacts(client, secret, version)),
      tables: Object.fromEntries(tables),
    }
    const parts = {
      header: jsonEntry(HEADER, header, 2),
      jobs: jsonEntry(JOBS, await listJobs(client)),
    }
    const selectOf = async (table: string, columns: readonly string[]) => {
      const names = columns.map((name) => pg.escapeIdentifier(name)).join(', ')
      return `select ${names} from ${pg.escapeIdentifier(table)} order by ${await orderOf(client, table)}`
    }
    return yield* readArchive({ client, files, parts, tables, selectOf })
  } finally {
    close()
  }
}

async function readFacts(
  client: pg.PoolClient,
  secret: string,
  version: string,
): Promise<Omit<Header, 'tables'>> {
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
  }
}

/** Without the jobs of pg-boss itself and of the backup that is running. */
async function listJobs(client: pg.PoolClient) {
  return await rowsOf(
    client,
    `select name, data from pgboss.job where state < 'completed' and name <> 'backup' and name !~ '^__'
    order by created_on, id`,
  )
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
