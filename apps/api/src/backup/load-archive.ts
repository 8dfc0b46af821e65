import { hash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { Entry } from './archive.ts'
import { MANIFEST, type Manifest } from './contents.ts'
import { damaged } from './damaged.ts'
import type { ArchivedFile } from './read-tar.ts'
import { bytesOf, parseJson, type storeFiles } from './storing.ts'

/** Takes the rows of one table after the other, in the format of COPY. */
export type RowLoader = {
  sums: Manifest['tables']
  add: (table: string, chunk: Buffer) => Promise<void>
  end: () => Promise<void>
}

type Target<M> = {
  /** The entries that were read before, by what the manifest calls them. */
  parts: Record<string, Entry>
  /** In the order of their rows. */
  tables: readonly string[]
  schema: { parse: (value: unknown) => M }
  loader: RowLoader
  storing: ReturnType<typeof storeFiles>
  /** Whose files; undefined for all organisations. */
  tenantId?: number
}

/** Passes rows and files on, and compares them with the manifest, which ends the archive. */
export async function loadArchive<M extends Manifest>(
  files: AsyncGenerator<ArchivedFile>,
  target: Target<M>,
): Promise<{ manifest: M; manifestBytes: Buffer }> {
  const rowsOf = inOrder(target.tables)
  // Not with `for await`, which would end the archive with the manifest.
  for (;;) {
    const { value: file, done } = await files.next()
    if (done) throw damaged()
    if (file.name === MANIFEST) {
      await target.loader.end()
      const manifestBytes = await bytesOf(file)
      return { manifest: checkedManifest(manifestBytes, target), manifestBytes }
    }
    const table = rowsOf(file.name)
    if (table === undefined) await storeFile(file, target)
    else for await (const chunk of file.chunks) await target.loader.add(table, chunk)
  }
}

/** The table of an entry with rows. No table follows one that comes after it. */
function inOrder(tables: readonly string[]): (name: string) => string | undefined {
  let last = 0
  return (name) => {
    const [, table] = /^tables\/([^/]+)\/[^/]+$/.exec(name) ?? []
    if (table === undefined) return undefined
    const place = tables.indexOf(table)
    if (place < last) throw damaged()
    last = place
    return table
  }
}

/** Tenant, folder and piece. */
const FILE = /^files\/((\d{1,16})\/[0-9a-f-]{36}\/[0-9a-f-]{36})$/

async function storeFile<M>(file: ArchivedFile, { storing, tenantId }: Target<M>) {
  const [, key, owner] = FILE.exec(file.name) ?? []
  const isOurs = tenantId === undefined || owner === String(tenantId)
  if (key === undefined || !isOurs) throw damaged()
  await storing.add(key, file)
}

function checkedManifest<M extends Manifest>(
  bytes: Buffer,
  { parts, schema, loader, storing }: Target<M>,
): M {
  const manifest = parseJson(schema, bytes)
  const sums = Object.entries(parts).map(
    ([part, entry]) => [part, { sha256: hash('sha256', entry.bytes) }] as const,
  )
  const found = { ...Object.fromEntries(sums), tables: loader.sums, files: storing.sums }
  if (!isDeepStrictEqual(manifest, { ...found, missing: manifest.missing })) throw damaged()
  return manifest
}

/** The first file, which has to have this name. */
export async function readFirst(
  files: AsyncGenerator<ArchivedFile>,
  ...names: string[]
): Promise<Entry> {
  const { value, done } = await files.next()
  if (done || !names.includes(value.name)) throw damaged()
  return { name: value.name, bytes: await bytesOf(value) }
}

/** Nothing follows. Reads to the end, where the checksum of the compression is. */
export async function refuseMore(files: AsyncGenerator<ArchivedFile>): Promise<void> {
  if (!(await files.next()).done) throw damaged()
}
