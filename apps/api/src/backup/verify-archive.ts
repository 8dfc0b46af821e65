import { createHash, hash } from 'node:crypto'
import type { ArchivedFile } from './read-tar.ts'
import {
  HEADER,
  Header,
  JOBS,
  Manifest,
  ORGANISATION,
  OrganisationHeader,
  OrganisationManifest,
  SECRETS,
} from './contents.ts'
import { damaged } from './damaged.ts'
import { type RowLoader, loadArchive, readFirst, refuseMore } from './load-archive.ts'
import { SIGNATURE, Signature } from './signature.ts'
import { bytesOf, parseJson, storeFiles } from './storing.ts'

const NEWLINE = 0x0a

export type Verified = {
  header: Header | OrganisationHeader
  manifest: Manifest
}

/** Reads a backup or an export to its end and compares every checksum, without a database. */
export async function verifyArchive(files: AsyncGenerator<ArchivedFile>): Promise<Verified> {
  try {
    const first = await readFirst(files, HEADER, ORGANISATION)
    const isExport = first.name === ORGANISATION
    const header = parseJson<Verified['header']>(
      isExport ? OrganisationHeader : Header,
      first.bytes,
    )
    const secrets = isExport ? { secrets: await readFirst(files, SECRETS) } : {}
    const jobs = await readFirst(files, JOBS)
    const { manifest } = await loadArchive<Manifest>(files, {
      parts: { header: first, ...secrets, jobs },
      tables: Object.keys(header.tables),
      schema: isExport ? OrganisationManifest : Manifest,
      loader: countRows(Object.keys(header.tables)),
      storing: storeFiles({ has: async () => true, put: async () => {}, remove: async () => {} }),
      ...('tenant' in header && { tenantId: header.tenant.id }),
    })
    await readEnd(files, isExport)
    return { header, manifest }
  } finally {
    await files.return(undefined)
  }
}

/** Only an export can be signed. */
async function readEnd(files: AsyncGenerator<ArchivedFile>, isExport: boolean): Promise<void> {
  if (!isExport) return await refuseMore(files)
  const { value, done } = await files.next()
  if (done) return
  if (value.name !== SIGNATURE) throw damaged()
  parseJson(Signature, await bytesOf(value))
  await refuseMore(files)
}

/** In the format of COPY each row ends with a line break, and no value has one. */
function countRows(tables: readonly string[]): RowLoader {
  const sums: Manifest['tables'] = {}
  for (const table of tables) sums[table] = { rows: 0, sha256: hash('sha256', '') }
  let open: { table: string; rows: number; digest: ReturnType<typeof createHash> } | undefined
  const end = async () => {
    if (open) sums[open.table] = { rows: open.rows, sha256: open.digest.digest('hex') }
    open = undefined
  }
  const add = async (table: string, chunk: Buffer) => {
    if (open?.table !== table) await end()
    open ??= { table, rows: 0, digest: createHash('sha256') }
    open.digest.update(chunk)
    for (const byte of chunk) if (byte === NEWLINE) open.rows += 1
  }
  return { sums, add, end }
}
