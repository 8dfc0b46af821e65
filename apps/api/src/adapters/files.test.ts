import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { readEnv } from '#env.ts'
import { startS3Server } from '#testing/s3-server.ts'
import { type Files, openFiles } from './files.ts'

const stores = new Map<string, Files>()
const s3 = await startS3Server()
const folder = await mkdtemp(join(tmpdir(), 'waymark-store-'))
stores.set('a folder', await openFiles(readEnv({ DATA_DIR: folder })))
stores.set('a bucket', await openFiles(readEnv(s3.env)))
afterAll(async () => {
  await s3.close()
  await rm(folder, { recursive: true })
})

describe.each(['a folder', 'a bucket'])('in %s', (kind) => {
  const store = () => stores.get(kind) as Files
  const chunksOf = async (key: string) => {
    const chunks: Buffer[] = []
    for await (const chunk of store().read(key)) chunks.push(chunk)
    return chunks
  }
  const bytesOf = async (key: string) => Buffer.concat(await chunksOf(key))

  test('a stored file is read unchanged, in several chunks', async () => {
    const bytes = randomBytes(3_000_000)
    await store().put('1/a/whole', bytes)
    const chunks = await chunksOf('1/a/whole')
    expect(Buffer.concat(chunks).equals(bytes)).toBe(true)
    expect(chunks.length).toBeGreaterThan(1)
  })

  test('a folder lists its files and is removed with them only', async () => {
    const [one, other] = [`2/${randomUUID()}`, `2/${randomUUID()}`]
    for (const name of ['x', 'y']) await store().put(`${one}/${name}`, Buffer.from(name))
    await store().put(`${other}/z`, Buffer.from('z'))
    expect((await store().list(one)).toSorted()).toEqual(['x', 'y'])
    await store().remove(`${one}/x`)
    expect(await store().list(one)).toEqual(['y'])
    for (let n = 0; n < 2; n += 1) await store().removeFolder(one)
    expect(await store().list(one)).toEqual([])
    expect((await bytesOf(`${other}/z`)).toString()).toBe('z')
  })

  test('a missing file can’t be read, and removing it succeeds', async () => {
    await expect(bytesOf('3/none/none')).rejects.toThrow('The file store returned an error.')
    await expect(store().remove('3/none/none')).resolves.toBeUndefined()
  })
})

test('a store that can’t be reached fails', async () => {
  const env = { ...s3.env, S3_ENDPOINT: 'http://127.0.0.1:9' }
  const store = await openFiles(readEnv(env))
  await expect(store.put('1/a/b', Buffer.from('x'))).rejects.toThrow(
    'The file store returned an error.',
  )
})
