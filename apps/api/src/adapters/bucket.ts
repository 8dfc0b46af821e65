import type { Readable } from 'node:stream'
import { S3Client } from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'
import { Disk } from 'flydrive'
import { S3Driver } from 'flydrive/drivers/s3'

export type BucketEnv = {
  S3_BUCKET: string
  S3_REGION: string
  /** Default: Amazon S3. */
  S3_ENDPOINT?: string | undefined
  /** Default: the machine's own credentials. */
  S3_ACCESS_KEY_ID?: string | undefined
  S3_SECRET_ACCESS_KEY?: string | undefined
}

/** Milliseconds. A user waits for the answer. */
const TIMEOUTS = { connectionTimeout: 2000, socketTimeout: 5000 }

/** Deletes one file after another: not every store takes the checksum that the SDK sends with a list of them. */
class Bucket extends S3Driver {
  override async deleteAll(folder: string): Promise<void> {
    let page: string | undefined
    do {
      const found = await this.listAll(`${folder}/`, {
        recursive: true,
        ...(page !== undefined && { paginationToken: page }),
      })
      for (const one of found.objects) if (one.isFile) await this.delete(one.key)
      page = found.paginationToken
    } while (page !== undefined)
  }
}

/** Opens a bucket of any S3-compatible store. */
export function openBucket(env: BucketEnv): Disk {
  return new Disk(
    new Bucket({
      ...clientOptions(env),
      bucket: env.S3_BUCKET,
      visibility: 'private',
      supportsACL: false,
      requestHandler: TIMEOUTS,
      maxAttempts: 2,
    }),
  )
}

/** 10,000 parts of 16 MB are 160 GB. */
const PART_BYTES = 16 * 1024 * 1024

/** Stores a stream of unknown length, completely or not at all. */
export async function uploadStream(env: BucketEnv, key: string, body: Readable): Promise<void> {
  const client = new S3Client(clientOptions(env))
  try {
    const params = { Bucket: env.S3_BUCKET, Key: key, Body: body }
    await new Upload({ client, params, partSize: PART_BYTES }).done()
  } finally {
    client.destroy()
  }
}

function clientOptions(env: BucketEnv) {
  const { S3_ENDPOINT: endpoint, S3_ACCESS_KEY_ID: accessKeyId } = env
  const secretAccessKey = env.S3_SECRET_ACCESS_KEY
  return {
    region: env.S3_REGION,
    // Not every store supports the newer checksums or a host name for each bucket.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    ...(endpoint !== undefined && { endpoint, forcePathStyle: true }),
    ...(accessKeyId !== undefined &&
      secretAccessKey !== undefined && { credentials: { accessKeyId, secretAccessKey } }),
  } as const
}
