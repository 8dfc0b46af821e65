import type { Files } from '#adapters/files.ts'
import { StartError } from '#core/start-error.ts'
import { type Pools, withTenants } from '#db/pools.ts'
import { endBackup, startBackup } from '#support/backups.queries.ts'
import { packArchive } from './archive.ts'
import type { ArchiveStore } from './archive-store.ts'
import type { Manifest } from './contents.ts'
import { readInstallation } from './read-installation.ts'

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
  const { pools, store, name, isScheduled } = options
  const run = { isScheduled, place: store.placeOf(name) }
  const id = await withTenants(pools, [], (db) => startBackup(db, run))
  try {
    const { bytes, manifest } = await writeBackup(options)
    await withTenants(pools, [], (db) => endBackup(db, id, { bytes }))
    return { bytes, manifest }
  } catch (error) {
    const explained = withoutStack(error, run.place)
    await withTenants(pools, [], (db) => endBackup(db, id, { error: explained.message }))
    throw explained
  }
}

async function writeBackup({ store, name, recipient, ...installation }: Options) {
  let manifest: Manifest | undefined
  let failure: unknown
  const closed = Promise.withResolvers<void>()
  async function* entries() {
    try {
      manifest = yield* readInstallation(installation)
    } catch (error) {
      failure = error
      throw error
    } finally {
      closed.resolve()
    }
  }
  const archive = await packArchive(entries(), recipient)
  try {
    const bytes = await store.write(name, archive)
    if (!manifest) throw new Error('The archive has no manifest.')
    return { bytes, manifest }
  } catch (error) {
    archive.destroy()
    await closed.promise
    // The store only knows that the archive ended early.
    throw failure ?? error
  }
}

function withoutStack(error: unknown, place: string): Error {
  const { code } = (error instanceof Error ? error : {}) as { code?: string }
  if (code === 'ENOSPC')
    return new StartError(
      `The disk is full, so ${place} was not written. Free some space, then try again.`,
    )
  if (error instanceof Error && 'syscall' in error)
    return new StartError(`Waymark can’t write ${place}: ${error.message}. Check the folder.`)
  return error instanceof Error ? error : new Error(String(error))
}
