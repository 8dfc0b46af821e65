import { type KeyObject, hash } from 'node:crypto'
import type pg from 'pg'
import type { Files } from '#adapters/files.ts'
import { addFiles } from './add-files.ts'
import type { Entry } from './archive.ts'
import type { Tables } from './archive-list.ts'
import { MANIFEST, type Manifest } from './contents.ts'
import { copyRows, listKeys } from './reading.ts'
import { SIGNATURE, signatureOf } from './signature.ts'

type Source = {
  client: pg.PoolClient
  files: Files
  /** The entries before the rows, by what the manifest calls them. */
  parts: Record<string, Entry>
  tables: Tables
  /** A query of the rows in the order of their primary key. */
  selectOf: (table: string, columns: readonly string[]) => Promise<string>
  /** Whose files; undefined for all. */
  tenantId?: number
  sign?: KeyObject | undefined
}

/** The entries of an archive: one snapshot of the rows, then the files that they refer to. Returns the manifest. */
export async function* readArchive<M extends Manifest>({
  client,
  files,
  parts,
  tables,
  selectOf,
  tenantId,
  sign,
}: Source): AsyncGenerator<Entry, M> {
  const sums = Object.entries(parts).map(
    ([name, { bytes }]) => [name, { sha256: hash('sha256', bytes) }] as const,
  )
  const manifest = {
    ...Object.fromEntries(sums),
    tables: {},
    files: {},
    missing: [],
  } as unknown as M
  yield* Object.values(parts)
  for (const [table, columns] of tables)
    manifest.tables[table] = yield* copyRows(client, table, await selectOf(table, columns))
  const keys = await listKeys(client, tenantId)
  // Files are read after the snapshot, so that it doesn't stay open for them.
  await client.query('commit')
  yield* addFiles(files, keys, manifest)
  const bytes = Buffer.from(JSON.stringify(manifest))
  yield { name: MANIFEST, bytes }
  if (sign) yield { name: SIGNATURE, bytes: signatureOf(bytes, sign) }
  return manifest
}

export function jsonEntry(name: string, value: unknown, indent = 0): Entry {
  return { name, bytes: Buffer.from(JSON.stringify(value, null, indent)) }
}
