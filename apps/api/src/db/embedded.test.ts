import { mkdir, mkdtemp, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startEmbedded, type EmbeddedDatabase } from './embedded.ts'

const log = { debug() {}, error() {} }
let folder: string
let running: EmbeddedDatabase | undefined

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'waymark-embedded-'))
})
afterEach(async () => {
  await running?.stop()
  running = undefined
  await rm(folder, { recursive: true })
})

async function start() {
  running = await startEmbedded({ dataDir: folder, durable: false, log })
  return running.url
}

async function query(url: string, sql: string) {
  const client = new Client(url)
  client.on('error', () => {})
  await client.connect()
  const { rows } = await client.query(sql)
  await client.end()
  return rows
}

async function serverPid() {
  return Number((await readFile(join(folder, 'postgres/postmaster.pid'), 'utf8')).split('\n')[0])
}

test('a second start keeps the rows of the first', async () => {
  const url = await start()
  await query(url, 'create table kept as select 7 as seven')
  await running?.stop()
  expect(await query(await start(), 'select seven from kept')).toEqual([{ seven: 7 }])
})

test('only loopback with a password reaches the database, and only its owner can read the password', async () => {
  const url = new URL(await start())
  expect(url.hostname).toBe('127.0.0.1')
  expect((await stat(join(folder, 'postgres/waymark-password'))).mode & 0o777).toBe(0o600)
  url.password = 'wrong'
  await expect(query(url.href, 'select 1')).rejects.toMatchObject({ code: '28P01' })
})

test('on this machine the database is reached without the network, again with a password', async () => {
  await start()
  const url = new URL(running?.localUrl ?? '')
  const from = 'select inet_client_addr() as address'
  expect(await query(url.href, from)).toEqual([{ address: null }])
  url.password = 'wrong'
  await expect(query(url.href, from)).rejects.toMatchObject({ code: '28P01' })
})

test('sockets of a server that was killed are cleared away', async () => {
  await start()
  await running?.stop()
  await writeFile(join(folder, 'postgres/.s.PGSQL.1'), '')
  await start()
  const names = await readdir(join(folder, 'postgres'))
  expect(names.filter((name) => name.endsWith('.1'))).toEqual([])
})

test('a data folder of another PostgreSQL version is refused in one sentence', async () => {
  await mkdir(join(folder, 'postgres'))
  await writeFile(join(folder, 'postgres/PG_VERSION'), '17\n')
  await expect(start()).rejects.toThrow(
    /^The database in .*postgres is from PostgreSQL 17, but this Waymark uses 18\./,
  )
})

test('a folder that is no database is refused and left alone', async () => {
  await mkdir(join(folder, 'postgres'))
  await writeFile(join(folder, 'postgres/mine.txt'), 'mine')
  await expect(start()).rejects.toThrow(/contains no PostgreSQL database/)
  expect(await readFile(join(folder, 'postgres/mine.txt'), 'utf8')).toBe('mine')
})

test('a half-finished first start is begun anew', async () => {
  await mkdir(join(folder, 'postgres.unfinished/base'), { recursive: true })
  await writeFile(join(folder, 'postgres.password'), 'left over')
  expect(await query(await start(), 'select 1 as one')).toEqual([{ one: 1 }])
})

test('of two starts at once on one folder one runs and the other is refused', async () => {
  const results = await Promise.allSettled([start(), start()])
  expect(results.map((result) => result.status).sort()).toEqual(['fulfilled', 'rejected'])
  const refused = results.find((result) => result.status === 'rejected')
  expect(String(refused?.reason)).toMatch(/already in use by/)
})

test('of two starts at once on a folder whose process was killed one runs', async () => {
  await writeFile(join(folder, 'postgres.lock'), '999999999 1')
  const results = await Promise.allSettled([start(), start()])
  expect(results.map((result) => result.status).sort()).toEqual(['fulfilled', 'rejected'])
})

test('a start after a start that is still running is refused with its process', async () => {
  await start()
  const second = startEmbedded({ dataDir: folder, log })
  await expect(second).rejects.toThrow(`is already in use by process ${process.pid}`)
})

test('a killed server is started again at the same address', async () => {
  const url = await start()
  await query(url, 'create table kept as select 7 as seven')
  process.kill(await serverPid(), 'SIGKILL')
  await expect
    .poll(() => query(url, 'select seven from kept').catch(() => []), { timeout: 10_000 })
    .toEqual([{ seven: 7 }])
})

test('a stale process file of another program does not stop the start', async () => {
  await start()
  const file = join(folder, 'postgres/postmaster.pid')
  const stale = (await readFile(file, 'utf8')).replace(/^\d+/, String(process.ppid))
  await running?.stop()
  await writeFile(file, stale)
  await sleep(10)
  expect(await query(await start(), 'select 1 as one')).toEqual([{ one: 1 }])
})
