import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { callApi } from './api-call.ts'
import { type ApiNode, makeApiNode } from './api-node.ts'
import { type OwnDatabase, startOwnDatabase } from './own-database.ts'
import { type Person, addPeople } from './people.ts'
import { startUploading } from './uploading.ts'

const KILLS = 5
const FILE_BYTES = 2_500_000
const GB = 1024 ** 3

let dataDir: string
let database: OwnDatabase
let node: ApiNode
let person: Person
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'waymark-uploads-'))
  database = await startOwnDatabase()
  const [first] = await addPeople(database.url(), 1)
  if (!first) throw new Error('There is nobody.')
  person = first
  node = await makeApiNode(database.url(), { DATA_DIR: dataDir })
  await node.start()
}, 120_000)
afterAll(async () => {
  await node.kill()
  await database.close()
  await rm(dataDir, { recursive: true })
})

test('killed while files come, a node leaves nothing half: what it said is attached is there, byte for byte', async () => {
  const uploading = startUploading(person, node.port, FILE_BYTES)
  for (let n = 0; n < KILLS; n += 1) {
    await sleep(Math.random() * 800)
    await node.kill()
    await node.start()
  }
  await uploading.stop()
  const rows = await storedRows()
  expect(uploading.attached.length).toBeGreaterThan(0)
  // None is there twice because its beginning or its end was sent again.
  const ids = (files: readonly { id: number }[]) =>
    files.map(({ id }) => id).toSorted((a, b) => a - b)
  expect(ids(rows)).toEqual(ids(uploading.attached))
  for (const { id, sha256 } of uploading.attached) {
    const row = rows.find((one) => one.id === id)
    expect([row?.status, row?.sha256]).toEqual(['clean', sha256])
    const pieces = row?.pieces.map((piece) => readFile(join(row.folder, piece))) ?? []
    expect(
      createHash('sha256')
        .update(Buffer.concat(await Promise.all(pieces)))
        .digest('hex'),
    ).toBe(sha256)
  }
  // Every folder of the store is known, and what is clean holds its pieces and nothing else.
  const tenants = await readdir(join(dataDir, 'files'))
  const folders = await readdir(join(dataDir, 'files', tenants[0] ?? ''))
  expect(folders.filter((name) => !rows.some(({ folder }) => folder.endsWith(name)))).toEqual([])
  for (const { folder, pieces } of rows.filter(({ status }) => status === 'clean'))
    expect((await readdir(folder)).toSorted()).toEqual(pieces.toSorted())
}, 240_000)

test('1 GB is refused early and in flat memory, with and without a length', async () => {
  const { host, token, assessmentId, statements } = person
  const wish = { key: crypto.randomUUID(), statement_id: statements[3]?.id, name: 'a.txt', size: 5 }
  const path = `/assessments/${assessmentId}/attachments`
  const begin = (size: number) =>
    callApi(node.port, { method: 'POST', path, host, token, body: { ...wish, size } })
  expect((await begin(GB))?.status).toBe(413)
  const { id } = JSON.parse((await begin(5))?.body ?? '{}') as { id: number }
  const before = await residentBytes()
  for (const headers of [{ 'content-length': GB }, { 'transfer-encoding': 'chunked' }])
    expect(await sendZeros(`/attachments/${id}/pieces?offset=0`, headers)).toBe(413)
  expect((await residentBytes()) - before).toBeLessThan(32 * 1024 * 1024)
}, 60_000)

test('a refusal arrives while the refused is still being sent', async () => {
  const statuses: number[] = []
  for (let n = 0; n < 40; n += 1)
    statuses.push(await sendZeros('/attachments/1/pieces?offset=0', { 'content-length': GB }))
  expect(statuses.filter((status) => status !== 413)).toEqual([])
}, 60_000)

/** Sends until it is told to stop; the status that came back. */
async function sendZeros(path: string, headers: Record<string, string | number>): Promise<number> {
  const call = request({
    host: '127.0.0.1',
    port: node.port,
    method: 'PUT',
    path: `/api${path}`,
    headers: {
      host: person.host,
      authorization: `Bearer ${person.token}`,
      'content-type': 'application/octet-stream',
      ...headers,
    },
  })
  call.on('error', () => {})
  const zeros = Buffer.alloc(65_536)
  const send = () => {
    while (!call.destroyed && call.write(zeros));
  }
  call.on('drain', send)
  send()
  const [answer] = (await once(call, 'response')) as [{ statusCode: number }]
  call.destroy()
  return answer.statusCode
}

async function residentBytes(): Promise<number> {
  const status = await readFile(`/proc/${node.pid()}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) * 1024
}

async function storedRows() {
  const client = new pg.Client(database.url())
  await client.connect()
  const { rows } = await client.query<{
    id: number
    status: string
    sha256: string
    pieces: string[]
    folder: string
  }>(
    `select id::float8, status, encode(sha256, 'hex') as sha256, pieces, $1 || '/' || tenant_id || '/' || file_id as folder
     from attachments`,
    [join(dataDir, 'files')],
  )
  await client.end()
  return rows
}
