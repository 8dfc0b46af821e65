import { mkdir, mkdtemp, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
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

test('the database needs a password, whether by loopback or without the network', async () => {
  const address = 'select inet_client_addr() as address'
  for (const isLocal of [false, true]) {
    const url = new URL(isLocal ? (running?.localUrl ?? '') : await start())
    expect(url.hostname).toBe('127.0.0.1')
    const [row] = await query(url.href, address)
    expect(row.address === null).toBe(isLocal)
    url.password = 'wrong'
    await expect(query(url.href, address)).rejects.toMatchObject({ code: '28P01' })
  }
  expect((await stat(join(folder, 'postgres/waymark-password'))).mode & 0o777).toBe(0o600)
  const second = startEmbedded({ dataDir: folder, log })
  await expect(second).rejects.toThrow(`is already in use by process ${process.pid}`)
})

test('a restart keeps the rows and removes what a killed server left behind', async () => {
  await query(await start(), 'create table kept as select 7 as seven')
  const file = join(folder, 'postgres/postmaster.pid')
  const ofAnotherProgram = (await readFile(file, 'utf8')).replace(/^\d+/, String(process.ppid))
  await running?.stop()
  await writeFile(file, ofAnotherProgram)
  await writeFile(join(folder, 'postgres/.s.PGSQL.1'), '')
  expect(await query(await start(), 'select seven from kept')).toEqual([{ seven: 7 }])
  expect(await readdir(join(folder, 'postgres'))).not.toContain('.s.PGSQL.1')
})

test('a killed server is restarted at the same address', async () => {
  const url = await start()
  await query(url, 'create table kept as select 7 as seven')
  const pid = await readFile(join(folder, 'postgres/postmaster.pid'), 'utf8')
  process.kill(Number(pid.split('\n')[0]), 'SIGKILL')
  await expect
    .poll(() => query(url, 'select seven from kept').catch(() => []))
    .toEqual([{ seven: 7 }])
})

test('a data folder of another PostgreSQL version is refused', async () => {
  await mkdir(join(folder, 'postgres'))
  await writeFile(join(folder, 'postgres/PG_VERSION'), '17\n')
  await expect(start()).rejects.toThrow(
    /^The database in .*postgres is from PostgreSQL 17, but this version of Waymark uses 18\./,
  )
})

test('a folder without a database is refused and left alone', async () => {
  await mkdir(join(folder, 'postgres'))
  await writeFile(join(folder, 'postgres/mine.txt'), 'mine')
  await expect(start()).rejects.toThrow(/contains no PostgreSQL database/)
  expect(await readFile(join(folder, 'postgres/mine.txt'), 'utf8')).toBe('mine')
})

test('a first start that was interrupted is repeated', async () => {
  await mkdir(join(folder, 'postgres.unfinished/base'), { recursive: true })
  await writeFile(join(folder, 'postgres.password'), 'left over')
  expect(await query(await start(), 'select 1 as one')).toEqual([{ one: 1 }])
})

test.each([false, true])(
  'of two parallel starts on one folder one succeeds (with a dead process’s lock: %s)',
  async (hasStaleLock) => {
    if (hasStaleLock) await writeFile(join(folder, 'postgres.lock'), '999999999 1')
    const results = await Promise.allSettled([start(), start()])
    expect(results.map((result) => result.status).sort()).toEqual(['fulfilled', 'rejected'])
    const refused = results.find((result) => result.status === 'rejected')
    expect(String(refused?.reason)).toMatch(/already in use by/)
  },
)
