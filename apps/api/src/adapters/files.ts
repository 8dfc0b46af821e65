import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { Disk } from 'flydrive'
import { FSDriver } from 'flydrive/drivers/fs'
import type { BucketEnv } from './bucket.ts'

/** The store failed or doesn't have the object. */
export class FilesError extends Error {
  override name = 'FilesError'
  readonly code = 'FILES_UNAVAILABLE'
}

/** The file store. A key is never written twice. */
export type Files = {
  put: (key: string, bytes: Uint8Array) => Promise<void>
  read: (key: string) => AsyncGenerator<Buffer>
  has: (key: string) => Promise<boolean>
  /** Succeeds if there is no such object. */
  remove: (key: string) => Promise<void>
  removeFolder: (folder: string) => Promise<void>
  list: (folder: string) => Promise<string[]>
  /** Writes and deletes a small object. */
  check: () => Promise<void>
}

export async function openFiles(
  env: Omit<BucketEnv, 'S3_BUCKET'> & { DATA_DIR: string; S3_BUCKET?: string | undefined },
): Promise<Files> {
  const { S3_BUCKET, DATA_DIR } = env
  if (S3_BUCKET === undefined) {
    const location = join(DATA_DIR, 'files')
    return filesOn(new Disk(new FSDriver({ location, visibility: 'private' })))
  }
  // Loaded on demand, because it is large.
  const { openBucket } = await import('./bucket.ts')
  return filesOn(openBucket({ ...env, S3_BUCKET }))
}

function filesOn(disk: Disk): Files {
  return {
    put: (key, bytes) => rethrow(disk.put(key, bytes)),
    read: (key) => readObject(disk, key),
    has: (key) => rethrow(disk.exists(key)),
    remove: (key) => rethrow(disk.delete(key)),
    removeFolder: (folder) => rethrow(disk.deleteAll(folder)),
    list: (folder) => rethrow(listObjects(disk, folder)),
    check: async () => {
      const key = `check/${randomUUID()}`
      await rethrow(disk.put(key, 'ok'))
      await rethrow(disk.delete(key))
    },
  }
}

async function* readObject(disk: Disk, key: string) {
  const stream = await rethrow(disk.getStream(key))
  try {
    for await (const chunk of stream) yield chunk as Buffer
  } catch (error) {
    throw failure(error)
  }
}

async function listObjects(disk: Disk, folder: string): Promise<string[]> {
  const names: string[] = []
  let page: string | undefined
  do {
    const found = await disk.listAll(folder, {
      ...(page !== undefined && { paginationToken: page }),
    })
    for (const one of found.objects) names.push(one.name)
    page = found.paginationToken
  } while (page !== undefined)
  return names
}

async function rethrow<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    throw failure(error)
  }
}

function failure(cause: unknown) {
  return new FilesError('The file store returned an error.', { cause })
}
