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

/** Opens a bucket of any S3-compatible store. */
export function openBucket(env: BucketEnv): Disk {
  const { S3_ENDPOINT: endpoint, S3_ACCESS_KEY_ID: accessKeyId } = env
  const secretAccessKey = env.S3_SECRET_ACCESS_KEY
  return new Disk(
    new S3Driver({
      bucket: env.S3_BUCKET,
      region: env.S3_REGION,
      visibility: 'private',
      supportsACL: false,
      requestHandler: TIMEOUTS,
      maxAttempts: 2,
      // Not every store supports the newer checksums or a host name for each bucket.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      ...(endpoint !== undefined && { endpoint, forcePathStyle: true }),
      ...(accessKeyId !== undefined &&
        secretAccessKey !== undefined && { credentials: { accessKeyId, secretAccessKey } }),
    }),
  )
}
