import { createHash, hash } from 'node:crypto'
import { finished } from 'node:stream/promises'
import { isDeepStrictEqual } from 'node:util'
import pg from 'pg'
import { type CopyStreamQuery, from } from 'pg-copy-streams'
import type { Files } from '#adapters/files.ts'
import { StartError } from '#start-error.ts'
import { lockMigrations, migrationNames, startRestoredSchema } from '#db/migrate.ts'
import type { Queues } from '#db/queue-schema.ts'
import type { Entry } from './archive.ts'
import { type Tables, tablesOfInstallation } from './archive-list.ts'
import { HEADER, Header, JOBS, Jobs, Manifest, ORGANISATION } from './contents.ts'
import { damaged } from './damaged.ts'
import { type RowLoader, loadArchive, readFirst, refuseMore } from './load-archive.ts'
import { endLinks, failMails, liftConstraints } from './loading.ts'
import type { ArchivedFile } from './read-tar.ts'
import { rowsOf } from './reading.ts'
import { enqueueJobs } from './enqueue-jobs.ts'
import { isFull, isOfRows, parseJson, storeFiles } from './storing.ts'

/** What happens to mails that were still waiting when the backup was made. */
export type WaitingMails = 'send' | 'discard'

type Target = {
  ownerUrl: string
  rolePrefix: string
  queues: Queues
  files: Files
  mails: WaitingMails | undefined
}

/** Restores into an empty database, completely or not at all. */
export async function restoreInstallation(
  files: AsyncGenerator<ArchivedFile>,
  target: Target,
): Promise<{ header: Header; manifest: Manifest }> {
  const client = new pg.Client(target.ownerUrl)
  client.on('error', () => {})
  await client.connect()
  const storing = storeFiles(target.files)
  try {
    const first = await readFirst(files, HEADER, ORGANISATION)
    if (first.name === ORGANISATION)
      throw new StartError(
        'This file contains one organisation, not a backup. To import it, use npm run tenant -- import FILE.',
      )
    const header = parseJson(Header, first.bytes)
    await lockMigrations(client)
    await refuse(client, header, target)
    await startRestoredSchema(client, header.migrations, target)
    const manifest = await load(client, { first, header, files, storing }, target)
    await client.query('commit')
    await client.query('analyze')
    return { header, manifest }
  } catch (error) {
    await storing.undo()
    throw explained(error)
  } finally {
    await files.return(undefined)
    await client.end()
  }
}

async function refuse(client: pg.Client, header: Header, { mails }: Target) {
  const known = new Set(await migrationNames())
  if (header.migrations.some((name) => !known.has(name)))
    throw new StartError(
      `The backup is from Waymark ${header.waymark}, which is newer than this version. Install that version, then restore.`,
    )
  const { rows } = await client.query<{ major: number; tables: number }>(
    `select current_setting('server_version_num')::int / 10000 as major,
      (select count(*)::int from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')) as tables`,
  )
  const [{ major, tables } = { major: 0, tables: 0 }] = rows
  if (header.postgres > major)
    throw new StartError(
      `The backup is from PostgreSQL ${header.postgres}, but this server runs PostgreSQL ${major}. Use PostgreSQL ${header.postgres} or later.`,
    )
  if (tables > 0)
    throw new StartError(
      'This installation is not empty, so nothing was restored. Set DATABASE_URL to an empty database, or DATA_DIR to a new folder.',
    )
  if (header.waiting_mails > 0 && mails === undefined)
    throw new StartError(
      `Emails waiting in this backup: ${header.waiting_mails}. Add --mails send to send them, or --mails discard if the old installation has already sent them.`,
    )
}

type Archive = {
  first: Entry
  header: Header
  files: AsyncGenerator<ArchivedFile>
  storing: ReturnType<typeof storeFiles>
}

async function load(
  client: pg.Client,
  { first, header, files, storing }: Archive,
  { mails, queues }: Target,
): Promise<Manifest> {
  const tables = await readKnown(client, header)
  const restoreConstraints = await liftConstraints(client)
  const jobs = await readFirst(files, JOBS)
  const { manifest } = await loadArchive(files, {
    parts: { header: first, jobs },
    tables: Object.keys(header.tables),
    schema: Manifest,
    loader: copyTables(client, tables),
    storing,
  })
  await refuseMore(files)
  for (const [name, value] of Object.entries(header.sequences))
    await client.query('select setval($1::regclass, $2, false)', [pg.escapeIdentifier(name), value])
  await endLinks(client)
  if (mails === 'discard')
    await failMails(client, 'Not sent, because the backup was restored with --mails discard.')
  await restoreConstraints()
  const db = { executeSql: (text: string, values?: unknown[]) => client.query(text, values) }
  await enqueueJobs(db, queues, parseJson(Jobs, jobs.bytes))
  return manifest
}

/** The tables of the archive. Refuses tables, columns and sequences that the schema of its version doesn't have. */
async function readKnown(client: pg.Client, header: Header): Promise<Tables> {
  const known = await tablesOfInstallation(client)
  for (const [table, columns] of Object.entries(header.tables))
    if (!isDeepStrictEqual(known.get(table), columns)) throw damaged()
  const sequences = await rowsOf<{ name: string }>(
    client,
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'S'`,
  )
  const names = new Set(sequences.map(({ name }) => name))
  if (Object.keys(header.sequences).some((name) => !names.has(name))) throw damaged()
  return new Map(Object.keys(header.tables).map((table) => [table, known.get(table) ?? []]))
}

/** Copies rows into one table after the other. */
function copyTables(client: pg.Client, tables: Tables): RowLoader {
  const sums: Manifest['tables'] = {}
  for (const table of tables.keys()) sums[table] = { rows: 0, sha256: hash('sha256', '') }
  let open: ReturnType<typeof start> | undefined

  function start(table: string) {
    const columns = tables.get(table)?.map((name) => pg.escapeIdentifier(name))
    const text = `copy ${pg.escapeIdentifier(table)} (${columns?.join(', ')}) from stdin`
    const stream = client.query(from(text))
    // A refusal ends neither a write nor the stream.
    const refusal = new Promise<never>((_, reject) => stream.once('error', reject))
    refusal.catch(() => {})
    return { table, stream, refusal, digest: createHash('sha256') }
  }
  async function end() {
    if (!open) return
    const { table, stream, refusal, digest } = open
    open = undefined
    stream.end()
    await Promise.race([finished(stream), refusal])
    sums[table] = { rows: stream.rowCount, sha256: digest.digest('hex') }
  }
  async function add(table: string, chunk: Buffer) {
    if (open?.table !== table) await end()
    open ??= start(table)
    open.digest.update(chunk)
    await Promise.race([write(open.stream, chunk), open.refusal])
  }
  return { sums, add, end }
}

async function write(stream: CopyStreamQuery, chunk: Buffer): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    stream.write(chunk, (error) => (error ? reject(error) : resolve()))
  })
}

function explained(error: unknown): unknown {
  if (isFull(error))
    return new StartError(
      'The disk is full, so nothing was restored. Free up some space, then restore again.',
    )
  return isOfRows(error) ? damaged(error) : error
}
