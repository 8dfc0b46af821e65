import { StartError, reasonOf } from '#start-error.ts'
import { type Entry, packArchive } from './archive.ts'
import type { ArchiveStore } from './archive-store.ts'

export type Place = {
  store: ArchiveStore
  name: string
  /** A public key of age. Without it the archive is not encrypted. */
  recipient: string | undefined
}

/** Writes the entries as an archive, completely or not at all. Returns its size and the manifest. */
export async function writeArchive<M>(
  reading: AsyncGenerator<Entry, M>,
  { store, name, recipient }: Place,
): Promise<{ bytes: number; manifest: M }> {
  let manifest: M | undefined
  let failure: unknown
  const closed = Promise.withResolvers<void>()
  async function* entries() {
    try {
      manifest = yield* reading
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
    throw withoutStack(failure ?? error, store.placeOf(name))
  }
}

function withoutStack(error: unknown, place: string): Error {
  const { code } = (error instanceof Error ? error : {}) as { code?: string }
  if (code === 'ENOSPC')
    return new StartError(
      `The disk is full, so ${place} was not written. Free up some space, then try again.`,
    )
  if (error instanceof Error && 'syscall' in error) {
    return new StartError(`Waymark can’t write ${place}: ${reasonOf(error)}. Check the folder.`)
  }
  return error instanceof Error ? error : new Error(String(error))
}
