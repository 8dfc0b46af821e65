import { join } from 'node:path'
import { Disk } from 'flydrive'
import { FSDriver } from 'flydrive/drivers/fs'

/** Something of the store that cannot be had just now, or is not there. */
export class FilesError extends Error {
  override name = 'FilesError'
  readonly code = 'FILES_UNAVAILABLE'
}

/** Where files are kept: a folder or a bucket of objects. A key is never written twice. */
export type Files = {
  put: (key: string, bytes: Uint8Array) => Promise<void>
  read: (key: string) => AsyncGenerator<Buffer>
  /** What is not there is removed already. */
  remove: (key: string) => Promise<void>
  removeFolder: (folder: string) => Promise<void>
  /** The names in a folder. */
  list: (folder: string) => Promise<string[]>
}

type Wish = {
  DATA_DIR: string
  S3_BUCKET?: string | undefined
  S3_REGION: string
  S3_ENDPOINT?: string | undefined
  S3_ACCESS_KEY_ID?: string | undefined
  S3_SECRET_ACCESS_KEY?: string | undefined
}

/** The bucket if one is configured, else a folder. */
export async function openFiles(env: Wish): Promise<Files> {
  if (env.S3_BUCKET === undefined) {
    const location = join(env.DATA_DIR, 'files')
    return filesOn(new Disk(new FSDriver({ location, visibility: 'private' })))
  }
  // Heavy, and most do without it.
  const { openBucket } = await import('./bucket.ts')
  return filesOn(
    openBucket({
      bucket: env.S3_BUCKET,
      region: env.S3_REGION,
      endpoint: env.S3_ENDPOINT,
      accessKeyId: env.S3_ACCESS_KEY_ID,
      secretAccessKey: env.S3_SECRET_ACCESS_KEY,
    }),
  )
}

function filesOn(disk: Disk): Files {
  return {
    put: (key, bytes) => telling(disk.put(key, bytes)),
    read: (key) => readObject(disk, key),
    remove: (key) => telling(disk.delete(key)),
    removeFolder: (folder) => telling(disk.deleteAll(folder)),
    list: (folder) => telling(listObjects(disk, folder)),
  }
}

async function* readObject(disk: Disk, key: string) {
  const stream = await telling(disk.getStream(key))
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

async function telling<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    throw failure(error)
  }
}

function failure(cause: unknown) {
  return new FilesError('The file store failed.', { cause })
}
