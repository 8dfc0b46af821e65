import { createHash } from 'node:crypto'
import pg from 'pg'
import { to } from 'pg-copy-streams'
import type { Files } from '#adapters/files.ts'
import { StartError } from '#start-error.ts'
import { BACKUP_LOCK } from '#db/backup-lock.ts'
import { refuseStrongReader } from '#db/role-checks.ts'
import { readPasswords } from '#db/role-passwords.ts'
import { roleName, roleUrl } from '#db/roles.ts'
import type { Entry } from './archive.ts'

/** Rows of a table are stored in parts of this size, because a tar entry starts with its length. */
const PART_BYTES = 4 * 1024 * 1024

export type Source = { ownerUrl: string; rolePrefix: string }

/** The connections of the role that reads every row and writes nothing. */
export async function openReader({ ownerUrl, rolePrefix }: Source): Promise<pg.Pool> {
  const { backup } = await readPasswords(ownerUrl)
  const connectionString = roleUrl(ownerUrl, roleName(rolePrefix, 'backup'), backup)
  const pool = new pg.Pool({ connectionString, max: 2 })
  pool.on('error', () => {})
  // Otherwise losing a connection between two statements would end the process.
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

/** While a backup or an export reads. */
export type Held = { pool: pg.Pool; release: () => Promise<void> }

/** Until it is released, no file is removed and no other backup or export starts. */
export async function holdFiles(source: Source): Promise<Held> {
  const pool = await openReader(source)
  const clients: pg.PoolClient[] = []
  const release = async () => {
    for (const client of clients) client.release(true)
    await pool.end()
  }
  try {
    const client = await pool.connect()
    clients.push(client)
    await lockFiles(client)
    return { pool, release }
  } catch (error) {
    await release()
    throw error
  }
}

/** One snapshot of the database. */
export async function openSnapshot({ pool }: Held) {
  await refuseStrongReader(pool)
  const client = await pool.connect()
  // Closes the connection, because a stopped COPY would keep it busy.
  const close = () => client.release(true)
  try {
    await client.query('begin isolation level repeatable read read only')
    await client.query('set local synchronize_seqscans = off')
    return { client, close }
  } catch (error) {
    close()
    throw error
  }
}

/** The server notices within a minute if this machine is gone. */
async function lockFiles(client: pg.ClientBase) {
  await client.query(`begin; set local idle_in_transaction_session_timeout = 0;
    set local tcp_keepalives_idle = 20; set local tcp_keepalives_interval = 5; set local tcp_keepalives_count = 4`)
  const { rows } = await client.query<{ isLocked: boolean }>(
    'select pg_try_advisory_xact_lock($1) as "isLocked"',
    [BACKUP_LOCK],
  )
  if (!rows[0]?.isLocked)
    throw new StartError(
      'A backup, an export or a deletion of files is already running. Wait until it has finished.',
    )
}

/** The columns of each table that are stored, in their order. */
export async function readColumns(client: pg.ClientBase, excluded: readonly string[]) {
  const columns = await rowsOf<{ name: string; columns: string[] }>(
    client,
    `select c.relname as name, json_agg(a.attname order by a.attnum) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
      and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' and c.relname <> all($1)
    group by c.relname order by c.relname`,
    [excluded],
  )
  return columns.map(({ name, columns }) => [name, columns] as const)
}

/** By primary key, so that equal rows give equal checksums. */
export async function orderOf(client: pg.ClientBase, table: string): Promise<string> {
  const key = await rowsOf<{ column: string }>(
    client,
    `select a.attname as column from pg_index i cross join unnest(i.indkey) with ordinality k(num, n)
    join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.num
    where i.indrelid = $1::regclass and i.indisprimary order by k.n`,
    [pg.escapeIdentifier(table)],
  )
  return key.map(({ column }) => pg.escapeIdentifier(column)).join(', ')
}

/** The rows of a query in the format of COPY, as entries of an archive. Returns their number and checksum. */
export async function* copyRows(client: pg.ClientBase, table: string, select: string) {
  const stream = client.query(to(`copy (${select}) to stdout`))
  const digest = createHash('sha256')
  let [chunks, bytes, part]: [Buffer[], number, number] = [[], 0, 0]
  const entry = (): Entry => {
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

/** The keys of the stored files, of one organisation or all. */
export async function listKeys(client: pg.ClientBase, tenantId?: number): Promise<string[]> {
  const rows = await rowsOf<{ key: string }>(
    client,
    `select concat_ws('/', tenant_id, file_id, piece) as key from attachments, unnest(pieces) piece
    where tenant_id = coalesce($1, tenant_id) group by tenant_id, file_id, piece order by tenant_id, file_id, piece`,
    [tenantId ?? null],
  )
  return rows.map(({ key }) => key)
}

/** Undefined if the store doesn't have the file. */
export async function readFile(files: Files, key: string): Promise<Buffer | undefined> {
  const chunks: Buffer[] = []
  try {
    for await (const chunk of files.read(key)) chunks.push(chunk)
  } catch (error) {
    if (await files.has(key)) throw error
    return undefined
  }
  return Buffer.concat(chunks)
}

export async function rowsOf<Row extends pg.QueryResultRow>(
  client: pg.ClientBase,
  text: string,
  values: unknown[] = [],
) {
  return (await client.query<Row>(text, values)).rows
}
