import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Attachment } from 'contract/attachments'
import { afterAll, expect, test } from 'vitest'
import { callApi } from './api-call.ts'
import { createApiNode } from './api-node.ts'
import { readRows, startOwnDatabase } from './database.ts'
import { addPeople } from './stack.ts'

const KILLS = 5
const FILE_BYTES = 2_500_000
const GB = 1024 ** 3
const TIMEOUT_MS = 90_000

const dataDir = await mkdtemp(join(tmpdir(), 'waymark-uploads-'))
const database = await startOwnDatabase()
const [person] = await addPeople(database.url(), 1)
const node = await createApiNode(database.url(), { DATA_DIR: dataDir })
await node.start()
afterAll(async () => {
  await node.kill()
  await database.close()
  await rm(dataDir, { recursive: true })
})

test('a node that is killed during uploads keeps every acknowledged file, byte for byte, and no partial one', async () => {
  const stopped = new AbortController()
  const uploading = uploadUntil(stopped.signal)
  uploading.catch(() => {})
  for (let n = 0; n < KILLS; n += 1) {
    await sleep(Math.random() * 800)
    await node.kill()
    await node.start()
  }
  stopped.abort()
  const attached = await uploading
  const rows = await storedRows()
  expect(attached.length).toBeGreaterThan(0)
  // Repeated requests attach no file twice.
  const ids = (files: readonly { id: number }[]) =>
    files.map(({ id }) => id).toSorted((a, b) => a - b)
  expect(ids(rows)).toEqual(ids(attached))
  for (const { id, sha256 } of attached) {
    const row = rows.find((one) => one.id === id)
    expect([row?.status, row?.sha256]).toEqual(['clean', sha256])
    const pieces = row?.pieces.map((piece) => readFile(join(row.folder, piece))) ?? []
    expect(hashOf(Buffer.concat(await Promise.all(pieces)))).toBe(sha256)
  }
  // Every folder belongs to a row, and a clean file's folder has its pieces only.
  const tenants = await readdir(join(dataDir, 'files'))
  const folders = await readdir(join(dataDir, 'files', tenants[0] ?? ''))
  expect(folders.filter((name) => !rows.some(({ folder }) => folder.endsWith(name)))).toEqual([])
  for (const { folder, pieces } of rows.filter(({ status }) => status === 'clean'))
    expect((await readdir(folder)).toSorted()).toEqual(pieces.toSorted())
}, 240_000)

test('1 GB is refused early and in constant memory, with and without a length', async () => {
  const start = (size: number) => startUpload(person.statements[3]?.id ?? 0, size)
  expect((await start(GB))?.status).toBe(413)
  const { id } = JSON.parse((await start(5))?.body ?? '{}') as { id: number }
  const before = await residentBytes()
  for (const headers of [{ 'content-length': GB }, { 'transfer-encoding': 'chunked' }])
    expect(await sendZeros(`/attachments/${id}/pieces?offset=0`, headers)).toBe(413)
  expect((await residentBytes()) - before).toBeLessThan(32 * 1024 * 1024)
}, 60_000)

test('a refusal arrives while the client still sends', async () => {
  for (let n = 0; n < 40; n += 1)
    expect(await sendZeros('/attachments/1/pieces?offset=0', { 'content-length': GB })).toBe(413)
}, 60_000)

/** Uploads files in series, as a page does. */
async function uploadUntil(signal: AbortSignal) {
  const attached: { id: number; sha256: string }[] = []
  while (!signal.aborted) {
    // A statement takes few files, so three statements take turns.
    attached.push(await upload(person.statements[attached.length % 3]?.id ?? 0))
    await sleep(200)
  }
  return attached
}

async function upload(statementId: number) {
  const { host, token, assessmentId } = person
  const bytes = Buffer.from(randomBytes(FILE_BYTES / 2).toString('hex'))
  const key = randomUUID()
  const started = await untilAnswered<Attachment>(() => startUpload(statementId, bytes.length, key))
  let { received } = started
  while (received < bytes.length) {
    const body = bytes.subarray(received, received + started.piece_bytes)
    const path = `/attachments/${started.id}/pieces?offset=${received}`
    const call = { method: 'PUT' as const, path, host, token, body }
    ;({ received } = await untilAnswered<{ received: number }>(() => callApi(node.port, call)))
  }
  const path = `/attachments/${started.id}/completion`
  const end = { method: 'POST' as const, path, host, token }
  const { status } = await untilAnswered<Attachment>(() => callApi(node.port, end))
  if (status !== 'clean') throw new Error(`The file of assessment ${assessmentId} is ${status}.`)
  return { id: started.id, sha256: hashOf(bytes) }
}

function startUpload(statement_id: number, size: number, key: string = randomUUID()) {
  const { host, token, assessmentId } = person
  const path = `/assessments/${assessmentId}/attachments`
  const body = { key, statement_id, name: 'a.txt', size }
  return callApi(node.port, { method: 'POST', path, host, token, body })
}

async function untilAnswered<T>(call: () => ReturnType<typeof callApi>): Promise<T> {
  const until = performance.now() + TIMEOUT_MS
  while (performance.now() < until) {
    const answer = await call()
    if (answer?.status === 200) return JSON.parse(answer.body) as T
    if (answer && answer.status !== 503) throw new Error(`${answer.status} ${answer.body}`)
    await sleep(30)
  }
  throw new Error('A file could not be uploaded in time.')
}

/** Sends zeros until the server answers; returns the status. */
async function sendZeros(path: string, headers: Record<string, string | number>): Promise<number> {
  const { host, token } = person
  const type = { 'content-type': 'application/octet-stream' }
  const call = request(`http://127.0.0.1:${node.port}/api${path}`, {
    method: 'PUT',
    headers: { host, authorization: `Bearer ${token}`, ...type, ...headers },
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

function hashOf(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex')
}

async function residentBytes(): Promise<number> {
  const status = await readFile(`/proc/${node.pid()}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) * 1024
}

type StoredRow = { id: number; status: string; sha256: string; pieces: string[]; folder: string }

async function storedRows(): Promise<StoredRow[]> {
  return await readRows<StoredRow>(
    database.url(),
    `select id::float8, status, encode(sha256, 'hex') as sha256, pieces, $1 || '/' || tenant_id || '/' || file_id as folder
     from attachments`,
    [join(dataDir, 'files')],
  )
}
