import type { Files } from '#adapters/files.ts'
import type { Db } from '#db/scope.ts'
import { type Pools, withTenants } from '#db/pools.ts'
import { reasonOf } from '#start-error.ts'
import { endBackup, startBackup } from '#support/backups.queries.ts'
import type { ArchiveStore } from './archive-store.ts'
import type { Manifest } from './contents.ts'
import { missingText } from './missing-files.ts'
import { readInstallation } from './read-installation.ts'
import { holdFiles } from './reading.ts'
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
  const { pools, isScheduled, store, name, recipient, ...installation } = options
  const held = await holdFiles(options)
  const inPools = <T>(work: (db: Db) => Promise<T>) => withTenants(pools, [], work)
  try {
    const id = await inPools((db) => startBackup(db, { isScheduled, place: store.placeOf(name) }))
    try {
      const entries = readInstallation({ ...installation, held })
      const { bytes, manifest } = await writeArchive(entries, { store, name, recipient })
      await inPools((db) => endBackup(db, id, { bytes, error: missingText(manifest, 'backup') }))
      return { bytes, manifest }
    } catch (error) {
      await inPools((db) => endBackup(db, id, { error: reasonOf(error) }))
      throw error
    }
  } finally {
    await held.release()
  }
}
