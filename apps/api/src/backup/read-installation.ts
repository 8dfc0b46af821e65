import { createHash, hash } from 'node:crypto'
import pg from 'pg'
import { to } from 'pg-copy-streams'
import type { Files } from '#adapters/files.ts'
import { StartError } from '#core/start-error.ts'
import { refuseStrongReader } from '#db/role-checks.ts'
import { readPasswords } from '#db/role-passwords.ts'
import { roleName, roleUrl } from '#db/roles.ts'
import { BACKUP_LOCK } from '#db/backup-lock.ts'
import type { Entry } from './archive.ts'
import {
  HEADER,
  type Header,
  JOBS,
  MANIFEST,
  type Manifest,
  WITHOUT_ROWS,
  fingerprintOf,
} from './contents.ts'

/** Rows of a table are stored in parts of this size, because a tar entry starts with its length. */
const PART_BYTES = 4 * 1024 * 1024

type Installation = {
  ownerUrl: string
  rolePrefix: string
  secret: string
  files: Files
  version: string
}

/** All entries of a backup: one snapshot of the database, then the files that it refers to. Returns the manifest. */
export async function* readInstallation({
  ownerUrl,
  rolePrefix,
  secret,
  files,
  version,
}: Installation): AsyncGenerator<Entry, Manifest> {
  const { backup } = await readPasswords(ownerUrl)
  const connectionString = roleUrl(ownerUrl, roleName(rolePrefix, 'backup'), backup)
  const pool = new pg.Pool({ connectionString, max: 2 })
  pool.on('error', () => {})
  const clients: pg.PoolClient[] = []
  try {
    await refuseStrongReader(pool)
    for (const _ of [1, 2]) clients.push(await pool.connect())
    const [lock, client] = clients as [pg.PoolClient, pg.PoolClient]
    await lockFiles(lock)
    await client.query('begin isolation level repeatable read read only')
    await client.query('set local synchronize_seqscans = off')
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
    for (const table of Object.keys(header.tables))
      manifest.tables[table] = yield* copyRows(client, table, await selectOf(client, table, header))
    const keys = await listKeys(client)
    // Files are read after the snapshot, so that it doesn't stay open for them.
    await client.query('commit')
    for (const key of keys) {
      const bytes = await readFile(files, key)
      if (!bytes) manifest.missing.push(key)
      if (!bytes) continue
      manifest.files[key] = { sha256: hash('sha256', bytes), bytes: bytes.length }
      yield { name: `files/${key}`, bytes }
    }
    yield { name: MANIFEST, bytes: Buffer.from(JSON.stringify(manifest)) }
    return manifest
  } finally {
    // Closes the connections, because a stopped COPY would keep them busy.
    for (const client of clients) client.release(true)
    await pool.end()
  }
}

/** No file is removed until this connection closes. The snapshot must start afterwards. */
async function lockFiles(client: pg.PoolClient) {
  await client.query('begin; set local idle_in_transaction_session_timeout = 0')
  const { rows } = await client.query<{ isLocked: boolean }>(
    'select pg_try_advisory_xact_lock($1) as "isLocked"',
    [BACKUP_LOCK],
  )
  if (!rows[0]?.isLocked)
    throw new StartError('A backup is already running. Wait until it has finished.')
}

async function readHeader(client: pg.PoolClient, secret: string, version: string): Promise<Header> {
  const [facts] = await rowsOf<Pick<Header, 'postgres' | 'migrations' | 'waiting_mails'>>(
    client,
    `select current_setting('server_version_num')::int / 10000 as postgres,
      (select json_agg(name order by name) from migrations) as migrations,
      (select count(*)::int from mails where status = 'queued') as waiting_mails`,
  )
  const columns = await rowsOf<{ name: string; columns: string[] }>(
    client,
    `select c.relname as name, json_agg(a.attname order by a.attnum) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
      and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' and c.relname <> all($1)
    group by c.relname order by c.relname`,
    [WITHOUT_ROWS],
  )
  if (!facts) throw new Error('The database returned no information about itself.')
  return {
    format: 1,
    waymark: version,
    created_at: new Date().toISOString(),
    ...facts,
    secret: fingerprintOf(secret),
    sequences: await readSequences(client),
    tables: Object.fromEntries(columns.map(({ name, columns }) => [name, columns])),
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

/** By primary key, so that equal rows give equal checksums. */
async function selectOf(client: pg.PoolClient, table: string, { tables }: Header) {
  const columns = (tables[table] ?? []).map((name) => pg.escapeIdentifier(name)).join(', ')
  const name = pg.escapeIdentifier(table)
  const key = await rowsOf<{ column: string }>(
    client,
    `select a.attname as column from pg_index i cross join unnest(i.indkey) with ordinality k(num, n)
    join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.num
    where i.indrelid = $1::regclass and i.indisprimary order by k.n`,
    [name],
  )
  const order = key.map(({ column }) => pg.escapeIdentifier(column)).join(', ')
  return `select ${columns} from ${name} order by ${order}`
}

async function* copyRows(client: pg.PoolClient, table: string, select: string) {
  const stream = client.query(to(`copy (${select}) to stdout`))
  const digest = createHash('sha256')
  let [chunks, bytes, part]: [Buffer[], number, number] = [[], 0, 0]
  const entry = () => {
    part += 1
    const name = `tables/${table}/${String(part).padStart(6, '0')}`
    const joined = Buffer.concat(chunks)
    chunks = []
    bytes = 0
    return { name, bytes: joined }
  }
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    digest.update(chunk)
    chunks.push(chunk)
    bytes += chunk.length
    if (bytes >= PART_BYTES) yield entry()
  }
  if (bytes > 0) yield entry()
  return { rows: stream.rowCount, sha256: digest.digest('hex') }
}

async function listKeys(client: pg.PoolClient): Promise<string[]> {
  const rows = await rowsOf<{ key: string }>(
    client,
    `select concat_ws('/', tenant_id, file_id, piece) as key from attachments, unnest(pieces) piece
    order by tenant_id, file_id, piece`,
  )
  return rows.map(({ key }) => key)
}

/** Undefined if the store doesn't have the file. */
async function readFile(files: Files, key: string): Promise<Buffer | undefined> {
  const chunks: Buffer[] = []
  try {
    for await (const chunk of files.read(key)) chunks.push(chunk)
  } catch (error) {
    if (await files.has(key)) throw error
    return undefined
  }
  return Buffer.concat(chunks)
}

async function rowsOf<Row extends pg.QueryResultRow>(
  client: pg.PoolClient,
  text: string,
  values: unknown[] = [],
) {
  return (await client.query<Row>(text, values)).rows
}
