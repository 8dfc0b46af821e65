import { mkdtemp, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

type S3Server = { run: () => Promise<AddressInfo>; close: () => Promise<void> }

// The package has no types.
const S3rver = createRequire(import.meta.url)('@20minutes/s3rver') as new (
  options: object,
) => S3Server

/** An S3 store with one empty bucket, and its environment variables. */
export async function startS3Server({ checksSecret = false } = {}) {
  const directory = await mkdtemp(join(tmpdir(), 'waymark-s3-'))
  const server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    // Its signature for lists differs from that of S3.
    allowMismatchedSignatures: !checksSecret,
    directory,
    configureBuckets: [{ name: 'waymark' }],
  })
  const { port } = await server.run()
  return {
    env: {
      S3_BUCKET: 'waymark',
      S3_ENDPOINT: `http://127.0.0.1:${port}`,
      S3_ACCESS_KEY_ID: 'S3RVER',
      S3_SECRET_ACCESS_KEY: 'S3RVER',
    },
    close: async () => {
      await server.close()
      await rm(directory, { recursive: true })
    },
  }
}
