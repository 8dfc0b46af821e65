import { randomUUID } from 'node:crypto'
import { link, readFile, unlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Disk } from 'flydrive'
import { FSDriver } from 'flydrive/drivers/fs'
import { makeFolder } from '#make-folder.ts'
import type { Env } from '#core/env.ts'
import { rootReason, unusable } from '#start-error.ts'
import type { BucketEnv } from './bucket.ts'

const FOLDER = 'files'

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
  /** Writes, lists, reads and deletes a small object. Throws with what the store doesn't allow. */
  check: () => Promise<void>
}

export async function openFiles(
  env: Omit<BucketEnv, 'S3_BUCKET'> & { DATA_DIR: string; S3_BUCKET?: string | undefined },
): Promise<Files> {
  const { S3_BUCKET, DATA_DIR } = env
  if (S3_BUCKET === undefined) {
    const location = join(DATA_DIR, FOLDER)
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
    check: () => checkRights(disk),
  }
}

const CHECK = 'ok'

/** Each step needs another right to a bucket. */
async function checkRights(disk: Disk): Promise<void> {
  const folder = `check/${randomUUID()}`
  const key = `${folder}/${CHECK}`
  await rightTo('written', disk.put(key, CHECK))
  try {
    const names = await rightTo('listed', listObjects(disk, folder))
    if (!names.includes(CHECK))
      throw new Error('The file store doesn’t list a file that Waymark has just written.')
    const text = await rightTo('read', disk.get(key))
    if (text !== CHECK) throw new Error('The file store returned a file with different content.')
  } finally {
    await rightTo('deleted', disk.delete(key))
  }
  // Some stores answer that they deleted it, and keep it, for example under a retention rule.
  if (await rightTo('read', disk.exists(key)))
    throw new Error('The file store kept a file that Waymark deleted. Check its retention rules.')
  await rightTo('deleted', disk.deleteAll(folder))
}

/** Without a cause, because the reason alone doesn't say what failed. */
async function rightTo<T>(what: string, work: Promise<T>): Promise<T> {
  return await work.catch((error: unknown) => {
    throw new Error(`Files can’t be ${what}: ${rootReason(error)}`)
  })
}

/**
 * Refuses a folder of files that can't be written, at the start. Returns its id, so that nodes notice if each has a
 * folder of its own. Undefined with a bucket.
 */
export async function prepareFolder({
  S3_BUCKET,
  DATA_DIR,
}: Pick<Env, 'S3_BUCKET' | 'DATA_DIR'>): Promise<string | undefined> {
  if (S3_BUCKET !== undefined) return undefined
  const folder = join(DATA_DIR, FOLDER)
  const [own, shared] = [join(folder, `id.${randomUUID()}`), join(folder, 'id')]
  try {
    await makeFolder(folder, 0o700)
    await writeFile(own, randomUUID(), { flag: 'wx', mode: 0o600 })
    // The first node's stays.
    await link(own, shared).catch((error: unknown) => {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
    })
    await unlink(own)
    return await readFile(shared, 'utf8')
  } catch (error) {
    throw unusable(`the data folder ${DATA_DIR}`, error)
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
