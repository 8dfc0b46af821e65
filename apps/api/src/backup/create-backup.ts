import type { Files } from '#adapters/files.ts'
import { type Pools, withTenants } from '#db/pools.ts'
import { endBackup, startBackup } from '#support/backups.queries.ts'
import type { ArchiveStore } from './archive-store.ts'
import type { Manifest } from './contents.ts'
import { readInstallation } from './read-installation.ts'
import { writeArchive } from './write-archive.ts'

type Options = {
  ownerUrl: string
  rolePrefix: string
  secret: string
  version: string
  files: Files
  pools: Pools
  store: ArchiveStore
  name: string
  /** A public key of age. Without it the archive is not encrypted. */
  recipient: string | undefined
  isScheduled: boolean
}

/** Writes a backup and records that it was made, or why it wasn't. */
export async function createBackup(
  options: Options,
): Promise<{ bytes: number; manifest: Manifest }> {
  const { pools, isScheduled } = options
  const run = { isScheduled, place: options.store.placeOf(options.name) }
  const id = await withTenants(pools, [], (db) => startBackup(db, run))
  try {
    const { store, name, recipient, ...installation } = options
    const entries = readInstallation(installation)
    const { bytes, manifest } = await writeArchive(entries, { store, name, recipient })
    await withTenants(pools, [], (db) => endBackup(db, id, { bytes }))
    return { bytes, manifest }
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    await withTenants(pools, [], (db) => endBackup(db, id, { error: message }))
    throw error
  }
}
