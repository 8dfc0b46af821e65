import type { KeyObject } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { TenantDomain } from 'contract/tenants'
import { sql } from 'kysely'
import type pg from 'pg'
import { fromKysely } from 'pg-boss'
import type { Files } from '#adapters/files.ts'
import { type Db, scopeOf } from '#db/scope.ts'
import { StartError } from '#start-error.ts'
import { type Pools, withTenants } from '#db/pools.ts'
import type { Queues } from '#db/queue-schema.ts'
import { platformIdOf } from '#support/every-tenant.ts'
import { recordEvent } from '#support/audit.queries.ts'
import type { Entry } from './archive.ts'
import { type Arrival, changesOf, findDifferences } from './arrival.ts'
import { type Catalogue, readCatalogue } from './catalogue.ts'
import { checkRows } from './check-rows.ts'
import {
  HEADER,
  JOBS,
  JobsOfOne,
  ORGANISATION,
  OrganisationHeader,
  OrganisationManifest,
  SECRETS,
} from './contents.ts'
import { damaged } from './damaged.ts'
import { insertTables } from './insert-rows.ts'
import { loadArchive, readFirst, refuseMore } from './load-archive.ts'
import type { ArchivedFile } from './read-tar.ts'
import { openReader } from './reading.ts'
import { refuseChangedFiles, refuseOtherFiles } from './refuse-files.ts'
import {
  countPastIds,
  refuseKnownIds,
  refuseNamed,
  refuseOrganisation,
} from './refuse-organisation.ts'
import { enqueueJobs } from './enqueue-jobs.ts'
import { SIGNATURE, Signature, isSignedBy } from './signature.ts'
import { bytesOf, isFull, isOfRows, parseJson, storeFiles } from './storing.ts'
import { type Summary, readSummary } from './archive-summary.ts'

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
  /** The public key that the archive has to be signed for. Without it, the archive is not trusted. */
  trust: KeyObject | undefined
  /** Whether users can sign in straight away, even if the organisation was suspended. */
  isActive: boolean
  /** Throws if the operator doesn't want what the archive brings. */
  confirm: (summary: Summary) => Promise<void>
}

export type Imported = {
  header: OrganisationHeader
  manifest: OrganisationManifest
  domain: string
  arrival: Arrival
  summary: Summary
}

/** Imports one organisation into a running installation, completely or not at all. */
export async function importOrganisation(
  files: AsyncGenerator<ArchivedFile>,
  target: Target,
): Promise<Imported> {
  const storing = storeFiles(target.files)
  const pool = await openReader(target)
  const client = await pool.connect()
  try {
    const first = await readFirst(files, ORGANISATION, HEADER)
    if (first.name === HEADER)
      throw new StartError('This file is a backup of a whole installation. Use npm run restore.')
    const header = parseJson(OrganisationHeader, first.bytes)
    const domain = domainOf(target.label ?? header.tenant.domain)
    await refuseOrganisation(target.pools, header, domain)
    const catalogue = await readCatalogue(client)
    if (!isDeepStrictEqual(Object.entries(header.tables), [...catalogue.tables])) throw damaged()
    const arrival = await findDifferences(target.pools, header, target.secrets)
    const archive = { first, header, domain, files, storing, arrival, catalogue }
    const loaded = await withTenants(target.pools, [header.tenant.id], async (db) => {
      // Files are stored in between, and the operator is asked.
      await sql`set local idle_in_transaction_session_timeout = 0`.execute(db)
      return await load(db, client, archive, target)
    })
    await record(target.pools, header.tenant.id)
    return { header, domain, arrival, ...loaded }
  } catch (error) {
    await storing.undo()
    throw explained(error)
  } finally {
    await files.return(undefined)
    client.release(true)
    await pool.end()
  }
}

function domainOf(label: string): string {
  const { success, data } = TenantDomain.safeParse(label)
  if (success && data === label) return label
  const shown = /^[\p{L}\p{N}_.-]{1,63}$/u.test(label) ? `, ${label},` : ''
  throw new StartError(
    `The label in the file${shown} is reserved or not valid. Use --label with lower-case letters, numbers and hyphens, for example north-field.`,
  )
}

type Archive = Omit<Imported, 'manifest' | 'summary'> & {
  first: Entry
  files: AsyncGenerator<ArchivedFile>
  storing: ReturnType<typeof storeFiles>
  catalogue: Catalogue
}

async function load(
  db: Db,
  client: pg.PoolClient,
  { first, header, domain, files, storing, arrival, catalogue }: Archive,
  target: Target,
) {
  const { id: tenantId } = header.tenant
  const isTrusted = target.trust !== undefined
  const secrets = await readFirst(files, SECRETS)
  const entry = secrets.bytes
  const changes = changesOf({
    header,
    domain,
    arrival,
    entry,
    secrets: target.secrets,
    isTrusted,
    isActive: target.isActive,
  })
  const { check, corrected } = checkRows({ tenantId, isTrusted, types: catalogue.types })
  const loader = insertTables(db, { ...catalogue, check, changes })
  const jobs = await readFirst(files, JOBS)
  const { manifest, manifestBytes } = await loadArchive(files, {
    parts: { header: first, secrets, jobs },
    tables: [...catalogue.tables.keys()],
    schema: OrganisationManifest,
    loader,
    storing,
    tenantId,
  })
  await refuseUnsigned(files, manifestBytes, target.trust)
  await refuseOtherFiles(db, tenantId, manifest)
  if (!isTrusted)
    await refuseChangedFiles(db, target.files, { tenantId, missing: manifest.missing })
  const known = { tenantId, ids: loader.ids, withIds: catalogue.withIds }
  await refuseKnownIds(client, known)
  if (!isTrusted) await refuseNamed(client, known, loader.named)
  const moving = parseJson(JobsOfOne, jobs.bytes)
  if (moving.some(({ data }) => data.tenantId !== tenantId)) throw damaged()
  const summary = await readSummary(db, {
    tenantId,
    manifest,
    jobs: moving.length,
    corrected,
    isTrusted,
  })
  await target.confirm(summary)
  await countPastIds(target.ownerUrl, loader.ids)
  const scans = isTrusted ? [] : await listScans(db, tenantId)
  await enqueueJobs(fromKysely(db), target.queues, [...moving, ...scans])
  return { manifest, summary }
}

/** The signature is the last file, if there is one. */
async function refuseUnsigned(
  files: AsyncGenerator<ArchivedFile>,
  manifest: Buffer,
  trust: KeyObject | undefined,
): Promise<void> {
  const { value, done } = await files.next()
  if (!done && value.name !== SIGNATURE) throw damaged()
  const signature = done ? undefined : parseJson(Signature, await bytesOf(value))
  if (!done) await refuseMore(files)
  if (trust && !(signature && isSignedBy(trust, manifest, signature)))
    throw new StartError(
      'The file isn’t signed with the key of --trust, so nothing was imported. Check the key, or import without --trust.',
    )
}

/** Files that another installation's scanner found clean are scanned again. */
async function listScans(db: Db, tenantId: number) {
  const rows = await db
    .selectFrom('attachments')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('status', '=', 'scanning')
    .execute()
  return rows.map(({ id }) => ({ name: 'scan', data: { tenantId, id } }))
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
  return isOfRows(error) ? damaged(error) : error
}
