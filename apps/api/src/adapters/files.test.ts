import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { readEnv } from '#read-env.ts'
import { startS3Server } from '#testing/s3-server.ts'
import { type Files, openFiles, prepareFolder } from './files.ts'

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

test('a store that allows everything is well, and keeps nothing of the check', async () => {
  for (const store of stores.values()) {
    await store.check()
    expect(await store.list('check')).toEqual([])
  }
})

const DENIED: [number, string] = [
  403,
  '<Error><Code>AccessDenied</Code><Message>Access Denied</Message></Error>',
]

/** Passes calls on to the bucket, except for those that its rights don't allow. */
async function aBucketWithout(method: string, isList = false, refusal = DENIED) {
  const server = createServer((call, answer) => {
    const isListCall = call.url?.includes('list-type=2') ?? false
    if (call.method === method && isListCall === isList) {
      call.resume()
      const [status, text] = refusal
      answer.writeHead(status, { 'content-type': 'application/xml' })
      return answer.end(text)
    }
    const { method: own, headers, url } = call
    const passed = request(new URL(url ?? '/', s3.env.S3_ENDPOINT), { method: own, headers })
    passed.on('response', (got) => {
      answer.writeHead(got.statusCode ?? 500, got.headers)
      got.pipe(answer)
    })
    return call.pipe(passed)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  afterAll(() => server.close().closeAllConnections())
  const { port } = server.address() as AddressInfo
  return await openFiles(readEnv({ ...s3.env, S3_ENDPOINT: `http://127.0.0.1:${port}` }))
}

test.each([
  ['written', 'PUT', false],
  ['listed', 'GET', true],
  ['read', 'GET', false],
  ['deleted', 'DELETE', false],
])(
  'a bucket whose files can’t be %s is not well, and the reason says so',
  async (what, method, isList) => {
    const store = await aBucketWithout(method, isList)
    await expect(store.check()).rejects.toThrow(`Files can’t be ${what}: Access Denied`)
  },
)

test('a bucket that keeps what it says it deleted is not well, and the reason says so', async () => {
  const store = await aBucketWithout('DELETE', false, [204, ''])
  await expect(store.check()).rejects.toThrow('The file store kept a file that Waymark deleted.')
})

test('a folder of files leaves a bucket that can’t delete several at once', async () => {
  const store = await aBucketWithout('POST')
  for (const name of ['x', 'y']) await store.put(`4/a/${name}`, Buffer.from(name))
  await store.removeFolder('4/a')
  expect(await store.list('4/a')).toEqual([])
})

test('a folder that can’t be written is refused at the start, and needed for files only', async () => {
  const file = join(folder, 'a-file')
  await writeFile(file, '')
  const DATA_DIR = join(file, 'data')
  await expect(prepareFolder(readEnv({ DATA_DIR }))).rejects.toMatchObject({
    name: 'StartError',
    message: expect.stringMatching(
      /^Waymark can’t use the data folder .*a-file\/data: .*a-file is a file\. Choose a folder/,
    ),
  })
  await expect(prepareFolder(readEnv({ DATA_DIR: '/sys' }))).rejects.toThrow(
    /^Waymark can’t use the data folder \/sys: /,
  )
  expect(await prepareFolder(readEnv({ DATA_DIR, ...s3.env }))).toBeUndefined()
})

test.each(['', '/data'])('a link to no folder is named with what to do, at “%s”', async (rest) => {
  const [link, target] = [join(folder, 'a-link'), join(folder, 'gone', 'away')]
  await rm(link, { force: true })
  await symlink(target, link)
  await expect(prepareFolder(readEnv({ DATA_DIR: link + rest }))).rejects.toThrow(
    `${link} is a link to ${target}, which doesn’t exist. Create that folder, or change the link.`,
  )
})

test('nodes that share a folder know it by the same id, even if they start at the same time', async () => {
  const ids = await Promise.all([1, 2, 3].map(() => prepareFolder(readEnv({ DATA_DIR: folder }))))
  expect(ids).toEqual([expect.stringMatching(/^[0-9a-f-]{36}$/), ids[0], ids[0]])
})
