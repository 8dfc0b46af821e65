import { hash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import pg from 'pg'
import { fromKysely } from 'pg-boss'
import type { Files } from '#adapters/files.ts'
import { type Db, scopeOf } from '#core/context.ts'
import { StartError } from '#core/start-error.ts'
import { type Pools, withTenants } from '#db/pools.ts'
import type { Queues } from '#db/queue-schema.ts'
import { platformIdOf } from '#support/every-tenant.ts'
import { recordEvent } from '#support/audit.queries.ts'
import { type Entry, damaged } from './archive.ts'
import {
  HEADER,
  JOBS,
  Jobs,
  MANIFEST,
  ORGANISATION,
  OrganisationHeader,
  OrganisationManifest,
  SECRETS,
} from './contents.ts'
import { type Arrival, changesOf, findDifferences } from './arrival.ts'
import { type Changes, insertTables } from './insert-rows.ts'
import { countPastIds, refuseKnownIds, refuseOrganisation } from './refuse-organisation.ts'
import { enqueueRestored } from './restored-jobs.ts'
import { isFull, isOfRows, parseEntry, storeFiles } from './storing.ts'

type Target = {
  ownerUrl: string
  rolePrefix: string
  /** The current one first. */
  secrets: readonly [string, ...string[]]
  queues: Queues
  files: Files
  pools: Pools
  /** Replaces the organisation's own. */
  label: string | undefined
}

export type Imported = {
  header: OrganisationHeader
  manifest: OrganisationManifest
  domain: string
  arrival: Arrival
}

/** Imports one organisation into a running installation, completely or not at all. */
export async function importOrganisation(
  entries: AsyncGenerator<Entry>,
  target: Target,
): Promise<Imported> {
  const imported = await importEntries(entries, target)
  await record(target.pools, imported.header.tenant.id)
  return imported
}

async function importEntries(entries: AsyncGenerator<Entry>, target: Target): Promise<Imported> {
  const storing = storeFiles(target.files)
  try {
    const first = await entries.next()
    if (!first.done && first.value.name === HEADER)
      throw new StartError('This file is a backup of a whole installation. Use npm run restore.')
    if (first.done || first.value.name !== ORGANISATION) throw damaged()
    const header = parseEntry(OrganisationHeader, first.value.bytes)
    const domain = target.label ?? header.tenant.domain
    await refuseOrganisation(target.pools, header, domain)
    const arrival = await findDifferences(target.pools, header, target.secrets)
    const manifest = await withTenants(target.pools, [header.tenant.id], async (db) => {
      // Files are stored in between.
      await sql`set local idle_in_transaction_session_timeout = 0`.execute(db)
      const loaded = await load(db, { header, domain, entries, storing, arrival, target })
      if (loaded.header.sha256 !== hash('sha256', first.value.bytes)) throw damaged()
      return loaded
    })
    return { header, manifest, domain, arrival }
  } catch (error) {
    await storing.undo()
    throw explained(error)
  } finally {
    await entries.return(undefined)
  }
}

type Load = {
  header: OrganisationHeader
  domain: string
  entries: AsyncGenerator<Entry>
  storing: ReturnType<typeof storeFiles>
  arrival: Arrival
  target: Target
}

async function load(db: Db, { header, domain, entries, storing, arrival, target }: Load) {
  const secrets = await entries.next()
  if (secrets.done || secrets.value.name !== SECRETS) throw damaged()
  const changes: Changes = changesOf({
    header,
    domain,
    arrival,
    entry: secrets.value.bytes,
    secrets: target.secrets,
  })
  const inserting = insertTables(db, header.tables, await readTypes(db, header), changes)
  const { manifest, jobs } = await sort(entries, header.tenant.id, inserting, storing)
  await inserting.end()
  if (
    manifest.jobs.sha256 !== hash('sha256', jobs) ||
    manifest.secrets.sha256 !== hash('sha256', secrets.value.bytes) ||
    !isDeepStrictEqual(manifest.tables, inserting.sums) ||
    !isDeepStrictEqual(manifest.files, storing.sums)
  )
    throw damaged()
  await refuseKnownIds(target, header.tenant.id, inserting.ids)
  await countPastIds(target.ownerUrl, inserting.ids)
  await enqueueRestored(fromKysely(db), target.queues, parseEntry(Jobs, jobs))
  return manifest
}

/** Passes each entry on. The manifest is the last one; without it the archive is not complete. */
async function sort(
  entries: AsyncGenerator<Entry>,
  tenantId: number,
  inserting: ReturnType<typeof insertTables>,
  storing: ReturnType<typeof storeFiles>,
) {
  const ownFile = new RegExp(`^files/${tenantId}/[0-9a-f-]{36}/[0-9a-f-]{36}$`)
  let jobs: Buffer = Buffer.alloc(0)
  for await (const { name, bytes } of entries) {
    const [kind, table = ''] = name.split('/')
    if (name === MANIFEST) return { manifest: parseEntry(OrganisationManifest, bytes), jobs }
    if (name === JOBS) jobs = bytes
    else if (kind === 'tables') await inserting.add(table, bytes)
    else if (ownFile.test(name)) await storing.add(name.slice('files/'.length), bytes)
    else throw damaged()
  }
  throw damaged()
}

/** Of every column that is inserted. Refuses tables and columns that this version doesn't have. */
async function readTypes(db: Db, { tables }: OrganisationHeader): Promise<Map<string, string>> {
  const { rows } = await sql<{ place: string; type: string }>`
    select c.relname || '.' || a.attname as place, format_type(a.atttypid, a.atttypmod) as type
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and a.attnum > 0
      and not a.attisdropped and a.attgenerated = ''`.execute(db)
  const types = new Map(rows.map(({ place, type }) => [place, type]))
  const wanted = Object.entries(tables).flatMap(([table, columns]) =>
    columns.map((column) => `${table}.${column}`),
  )
  if (wanted.some((place) => !types.has(place))) throw damaged()
  return types
}

/** At the platform, so that the organisation's own log stays as it was. */
async function record(pools: Pools, id: number) {
  const platform = await platformIdOf(pools)
  await withTenants(pools, [platform], (db) =>
    recordEvent(db, { scope: scopeOf(platform) }, 'organisation.imported', {
      subject: `organisation ${id}`,
    }),
  )
}

function explained(error: unknown): unknown {
  if (isFull(error))
    return new StartError(
      'The disk is full, so nothing was imported. Free up some space, then import again.',
    )
  return isOfRows(error) && error instanceof pg.DatabaseError ? damaged(error) : error
}
