import { expect, test } from 'vitest'
import { readEnv } from '#read-env.ts'
import { startS3Server } from '#testing/s3-server.ts'
import { openArchive } from './archive-store.ts'

test.for([
  's3://bucket',
  's3://bucket/',
  's3:/bucket/one.tar.gz',
  'https://store.example/one.tar.gz',
])('%s is refused as the address of an archive, instead of becoming a folder', async (place) => {
  await expect(openArchive(place, readEnv({}))).rejects.toThrow(
    `Waymark can’t use the address ${place}. Enter a path, or an address such as s3://bucket/waymark.tar.gz.`,
  )
})

test('a path, and an object in a bucket, are an archive', async () => {
  const env = readEnv({})
  expect(await placeOf('/backups/one.tar.gz')).toBe('/backups/one.tar.gz')
  expect(await placeOf('s3://bucket/one.tar.gz')).toBe('s3://bucket/one.tar.gz')
  expect(await placeOf('s3://bucket/more/one.tar.gz')).toBe('s3://bucket/more/one.tar.gz')

  async function placeOf(place: string) {
    const { store, name } = await openArchive(place, env)
    return store.placeOf(name)
  }
})

test('a bucket that doesn’t exist is refused before a backup starts', async () => {
  const server = await startS3Server()
  const { store, name } = await openArchive('s3://wymark/one.tar.gz', readEnv(server.env))
  await expect(store.prepare(name)).rejects.toThrow(
    /^Waymark can’t use the bucket wymark: .*bucket does not exist/,
  )
  await server.close()
})
