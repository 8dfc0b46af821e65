import { Disk } from 'flydrive'
import { S3Driver } from 'flydrive/drivers/s3'

export type BucketWish = {
  bucket: string
  region: string
  /** Absent: Amazon's own. */
  endpoint?: string | undefined
  /** Absent: whatever the machine is allowed by itself. */
  accessKeyId?: string | undefined
  secretAccessKey?: string | undefined
}

/** A store that says nothing for so long is away: whoever waits is told, and may try again. Milliseconds. */
const SILENCE = { connectionTimeout: 2000, socketTimeout: 5000 }

/** A bucket of any store that speaks S3. */
export function openBucket(wish: BucketWish): Disk {
  const { bucket, region, endpoint, accessKeyId, secretAccessKey } = wish
  return new Disk(
    new S3Driver({
      bucket,
      region,
      visibility: 'private',
      supportsACL: false,
      requestHandler: SILENCE,
      maxAttempts: 2,
      // Not every store has the newer sums, nor a host name for each bucket.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      ...(endpoint !== undefined && { endpoint, forcePathStyle: true }),
      ...(accessKeyId !== undefined &&
        secretAccessKey !== undefined && { credentials: { accessKeyId, secretAccessKey } }),
    }),
  )
}
