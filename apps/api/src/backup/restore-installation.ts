import { createHash, hash } from 'node:crypto'
import { finished } from 'node:stream/promises'
import { isDeepStrictEqual } from 'node:util'
import pg from 'pg'
import { type CopyStreamQuery, from } from 'pg-copy-streams'
import type { Files } from '#adapters/files.ts'
import { StartError } from '#core/start-error.ts'
import { lockMigrations, migrationNames, startRestoredSchema } from '#db/migrate.ts'
import type { Queues } from '#db/queue-schema.ts'
import { type Entry, damaged } from './archive.ts'
import { HEADER, Header, JOBS, Jobs, MANIFEST, Manifest, ORGANISATION } from './contents.ts'
import { isFull, isOfRows, parseEntry, storeFiles } from './storing.ts'
import { enqueueRestored } from './restored-jobs.ts'
import { endLinks, failMails, liftConstraints } from './loading.ts'

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
  entries: AsyncGenerator<Entry>,
  target: Target,
): Promise<{ header: Header; manifest: Manifest }> {
  const client = new pg.Client(target.ownerUrl)
  client.on('error', () => {})
  await client.connect()
  const storing = storeFiles(target.files)
  try {
    const first = await entries.next()
    if (!first.done && first.value.name === ORGANISATION)
      throw new StartError(
        'This file contains one organisation, not a backup. To import it, use npm run tenant -- import FILE.',
      )
    if (first.done || first.value.name !== HEADER) throw damaged()
    const header = parseEntry(Header, first.value.bytes)
    await lockMigrations(client)
    await refuse(client, header, target)
    await startRestoredSchema(client, header.migrations, target)
    const manifest = await load(client, header, entries, storing, target)
    if (manifest.header.sha256 !== hash('sha256', first.value.bytes)) throw damaged()
    await client.query('commit')
    await client.query('analyze')
    return { header, manifest }
  } catch (error) {
    await storing.undo()
    throw explained(error)
  } finally {
    await entries.return(undefined)
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

async function load(
  client: pg.Client,
  header: Header,
  entries: AsyncGenerator<Entry>,
  storing: ReturnType<typeof storeFiles>,
  { mails, queues }: Target,
): Promise<Manifest> {
  const restoreConstraints = await liftConstraints(client)
  const loading = loadTables(client, header)
  const { manifest, jobs } = await sort(entries, loading, storing)
  await loading.end()
  if (
    manifest.jobs.sha256 !== hash('sha256', jobs) ||
    !isDeepStrictEqual(manifest.tables, loading.sums) ||
    !isDeepStrictEqual(manifest.files, storing.sums)
  )
    throw damaged()
  for (const [name, value] of Object.entries(header.sequences))
    await client.query('select setval($1::regclass, $2, false)', [pg.escapeIdentifier(name), value])
  await endLinks(client)
  if (mails === 'discard')
    await failMails(client, 'Not sent, because the backup was restored with --mails discard.')
  await restoreConstraints()
  const db = { executeSql: (text: string, values?: unknown[]) => client.query(text, values) }
  await enqueueRestored(db, queues, parseEntry(Jobs, jobs))
  return manifest
}

/** Passes each entry on. The manifest is the last one; without it the archive is not complete. */
async function sort(
  entries: AsyncGenerator<Entry>,
  loading: ReturnType<typeof loadTables>,
  storing: ReturnType<typeof storeFiles>,
) {
  let jobs: Buffer = Buffer.alloc(0)
  for await (const { name, bytes } of entries) {
    const [kind, table = ''] = name.split('/')
    if (name === MANIFEST) return { manifest: parseEntry(Manifest, bytes), jobs }
    if (name === JOBS) jobs = bytes
    else if (kind === 'tables') await loading.add(table, bytes)
    else if (kind === 'files') await storing.add(name.slice('files/'.length), bytes)
    else throw damaged()
  }
  throw damaged()
}

/** Copies rows into one table after the other. */
function loadTables(client: pg.Client, { tables }: Header) {
  const sums: Manifest['tables'] = {}
  for (const table of Object.keys(tables)) sums[table] = { rows: 0, sha256: hash('sha256', '') }
  let open:
    | { table: string; stream: CopyStreamQuery; digest: ReturnType<typeof createHash> }
    | undefined

  async function end() {
    if (!open) return
    const { table, stream, digest } = open
    open = undefined
    stream.end()
    await finished(stream)
    sums[table] = { rows: stream.rowCount, sha256: digest.digest('hex') }
  }
  async function start(table: string) {
    await end()
    const columns = tables[table]?.map((name) => pg.escapeIdentifier(name)).join(', ')
    if (columns === undefined) throw damaged()
    const stream = client.query(from(`copy ${pg.escapeIdentifier(table)} (${columns}) from stdin`))
    // The error is thrown by the next write.
    stream.on('error', () => {})
    open = { table, stream, digest: createHash('sha256') }
    return open
  }
  async function add(table: string, bytes: Buffer) {
    const { stream, digest } = open?.table === table ? open : await start(table)
    digest.update(bytes)
    const written = Promise.withResolvers<void>()
    stream.write(bytes, (error) =>
      error ? written.reject(stream.errored ?? error) : written.resolve(),
    )
    await written.promise
  }
  return { sums, add, end }
}

function explained(error: unknown): unknown {
  if (isFull(error))
    return new StartError(
      'The disk is full, so nothing was restored. Free up some space, then restore again.',
    )
  return isOfRows(error) ? damaged(error) : error
}
