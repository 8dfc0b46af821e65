import { createReadStream, createWriteStream } from 'node:fs'
import { open, readdir, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { makeFolder } from '#make-folder.ts'
import type { BucketEnv } from '#adapters/bucket.ts'
import { StartError, reasonOf, requireReadable } from '#start-error.ts'

/** A folder, or a prefix in a bucket, with archives. */
export type ArchiveStore = {
  placeOf: (name: string) => string
  /** Refuses a name that exists, and a place that can't be written to. */
  prepare: (name: string) => Promise<void>
  /** Returns the size. Leaves nothing behind if it fails. */
  write: (name: string, archive: Readable) => Promise<number>
  read: (name: string) => Promise<Readable>
  remove: (name: string) => Promise<void>
  list: () => Promise<string[]>
}

type StoreEnv = Omit<BucketEnv, 'S3_BUCKET'>

/** An address of another kind, which would become a folder of that name. */
export function isOtherAddress(place: string): boolean {
  return /^[a-z][a-z0-9+.-]+:\//i.test(place) && !/^s3:\/\/[^/]/.test(place)
}

/** `place` is a path, or `s3://bucket/prefix`. */
export async function openArchives(place: string, env: StoreEnv): Promise<ArchiveStore> {
  const [, bucket, prefix = ''] = /^s3:\/\/([^/]+)\/?(.*)$/.exec(place) ?? []
  if (bucket === undefined) return inFolder(resolve(place))
  return await inBucket({ ...env, S3_BUCKET: bucket }, prefix.replace(/\/$/, ''))
}

/** The store and the name of one archive. */
export async function openArchive(place: string, env: StoreEnv) {
  const isBucketOnly = /^s3:\/\/[^/]+(\/(.*\/)?)?$/.test(place)
  if (isBucketOnly || isOtherAddress(place))
    throw new StartError(
      `Waymark can’t use the address ${place}. Enter a path, or an address such as s3://bucket/waymark.tar.gz.`,
    )
  const folder = place.startsWith('s3://') ? place.slice(0, place.lastIndexOf('/')) : dirname(place)
  return { store: await openArchives(folder, env), name: basename(place) }
}

function inFolder(folder: string): ArchiveStore {
  return {
    placeOf: (name) => join(folder, name),
    prepare: async (name) => {
      const path = join(folder, name)
      if (await stat(path).catch(() => null))
        throw new StartError(`${path} already exists. Choose another name.`)
      try {
        await makeFolder(folder)
        // Rights don't tell everything: not of /proc, nor of a name that is too long.
        const part = `${path}.part`
        await (await open(part, 'a', 0o600)).close()
        await rm(part)
      } catch (error) {
        // Our own reasons are sentences, the system's aren't.
        const reason = reasonOf(error).replace(/\.$/, '')
        throw new StartError(`Waymark can’t write ${path}: ${reason}. Check the path.`)
      }
    },
    write: async (name, archive) => {
      const path = join(folder, name)
      const part = `${path}.part`
      if (await stat(path).catch(() => null)) {
        archive.destroy()
        throw new StartError(`${path} already exists. Choose another name.`)
      }
      try {
        await makeFolder(folder)
        await pipeline(archive, createWriteStream(part, { mode: 0o600, flush: true }))
        await rename(part, path)
        return (await stat(path)).size
      } catch (error) {
        await rm(part, { force: true })
        throw error
      }
    },
    read: async (name) => {
      const path = join(folder, name)
      await requireReadable(path)
      if (!(await stat(path)).isFile())
        throw new StartError(`${path} is not a file. Check the path.`)
      return createReadStream(path)
    },
    remove: (name) => rm(join(folder, name), { force: true }),
    list: () => readdir(folder),
  }
}

async function inBucket(env: BucketEnv, prefix: string): Promise<ArchiveStore> {
  // Loaded on demand, because it is large.
  const { openBucket, uploadStream } = await import('#adapters/bucket.ts')
  const disk = openBucket(env)
  const keyOf = (name: string) => (prefix === '' ? name : `${prefix}/${name}`)
  const placeOf = (name: string) => `s3://${env.S3_BUCKET}/${keyOf(name)}`
  const explain = (error: unknown): never => {
    const cause = error instanceof Error ? (error.cause ?? error) : error
    throw new StartError(
      `Waymark can’t use the bucket ${env.S3_BUCKET}: ${reasonOf(cause).replace(/\.$/, '')}. Check the bucket’s name and the S3_… variables.`,
    )
  }
  return {
    placeOf,
    prepare: async (name) => {
      // Of a bucket that doesn't exist, S3 says only that it has no such file.
      await disk.listAll(prefix).catch(explain)
      if (await disk.exists(keyOf(name)).catch(explain))
        throw new StartError(`${placeOf(name)} already exists. Choose another name.`)
    },
    write: async (name, archive) => {
      if (await disk.exists(keyOf(name)).catch(explain)) {
        archive.destroy()
        throw new StartError(`${placeOf(name)} already exists. Choose another name.`)
      }
      await uploadStream(env, keyOf(name), archive).catch(explain)
      return (await disk.getMetaData(keyOf(name))).contentLength
    },
    read: async (name) => {
      if (!(await disk.exists(keyOf(name)).catch(explain)))
        throw new StartError(`${placeOf(name)} doesn’t exist. Check the address.`)
      return await disk.getStream(keyOf(name))
    },
    remove: (name) => disk.delete(keyOf(name)),
    list: async () => {
      const names: string[] = []
      let page: string | undefined
      do {
        const found = await disk.listAll(prefix, {
          ...(page !== undefined && { paginationToken: page }),
        })
        for (const one of found.objects) names.push(one.name)
        page = found.paginationToken
      } while (page !== undefined)
      return names
    },
  }
}
