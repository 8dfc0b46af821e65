import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, open, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { waymark } from 'api/cli/waymark'
import { TEST_SECRET } from 'api/testing/names'
import { afterAll, expect, test } from 'vitest'
import { checkHistory } from './check-history.ts'
import { asOwner, readRows, startOwnDatabase } from './database.ts'
import { type Saved, startSaving } from './saving.ts'
import { startStack } from './stack.ts'

const MB = 1024 ** 2
const TABLE_MB = 600
const FILES_MB = 400
const SAVES_PER_SECOND = 50
const LIMIT_MS = 300_000

const folder = await mkdtemp(join(tmpdir(), 'waymark-backup-proof-'))
const small = join(folder, 'small')
const archive = join(folder, 'waymark.tar.gz')
let acknowledged: Saved[] = []
const stack = await startStack({ people: 4, env: { DATA_DIR: join(folder, 'source') } })
const elsewhere = await startOwnDatabase()
const source = variables(stack.database.url(), join(folder, 'source'))
const target = variables(elsewhere.url(), join(folder, 'target'))
await mkdir(small)
const hasSmallDisk =
  spawnSync('/usr/bin/mount', ['-t', 'tmpfs', '-o', 'size=20m', 'tmpfs', small]).status === 0
afterAll(async () => {
  await stack.close()
  await elsewhere.close()
  if (hasSmallDisk) spawnSync('/usr/bin/umount', [small])
  await rm(folder, { recursive: true })
})

function variables(DATABASE_URL: string, DATA_DIR: string) {
  return { DATABASE_URL, DATA_DIR, WAYMARK_SECRET: TEST_SECRET }
}

/** Rows and files that can't be compressed much. */
async function fill() {
  const [person] = stack.people
  await asOwner(stack.database.url(), async (owner) => {
    await owner.query(
      `insert into audit_events (tenant_id, action, details)
      select (select tenant_id from assessments limit 1), 'proof', json_build_object('text', (select string_agg(md5(n::text || k), '') from generate_series(1, 30) k))
      from generate_series(1, $1::int) n`,
      [TABLE_MB * 1024],
    )
    const { rows } = await owner.query<{ tenant: number; file: string; pieces: string[] }>(
      `with a as (select tenant_id, id, user_id, content_set_id from assessments where id = $1),
        s as (select st.id from statements st, a where st.content_set_id = a.content_set_id limit 1),
        f as (insert into stored_files (tenant_id) select tenant_id from a, generate_series(1, $2) returning tenant_id, id),
        p as (select f.*, array(select gen_random_uuid() from generate_series(1, 20) n where f.id is not null) as pieces from f)
      insert into attachments (tenant_id, assessment_id, statement_id, key, name, size, piece_bytes, pieces, file_id, status, media_type, sha256, uploaded_by)
      select a.tenant_id, a.id, s.id, gen_random_uuid(), 'proof.pdf', 20 * 1048576, 1048576, p.pieces, p.id, 'clean', 'application/pdf', sha256(''), a.user_id from a, s, p
      returning tenant_id as tenant, file_id as file, pieces`,
      [person?.assessmentId, FILES_MB / 20],
    )
    for (const { tenant, file, pieces } of rows) {
      const place = join(folder, 'source/files', String(tenant), file)
      await mkdir(place, { recursive: true })
      for (const piece of pieces) await writeFile(join(place, piece), randomBytes(MB))
    }
  })
}

test('a backup of 1 GB under load takes less than 5 minutes', async () => {
  await fill()
  const saving = startSaving(stack.people, stack.ports)
  await sleep(2000)
  const started = performance.now()
  acknowledged = [...saving.saved]
  const said = String(await waymark(['backup', archive], source))
  const ms = performance.now() - started
  const rate = (saving.saved.length - acknowledged.length) / (ms / 1000)
  await saving.stop()
  const { size } = await stat(archive)
  console.info(
    `backup: ${said} ${Math.round(ms)} ms, ${Math.round(size / MB)} MB, ${Math.round(rate)} saves/s`,
  )
  expect(ms).toBeLessThan(LIMIT_MS)
  expect(rate).toBeGreaterThan(SAVES_PER_SECOND)
})

test('a backup to a full disk is refused and leaves nothing there', async ({ skip }) => {
  if (!hasSmallDisk) skip('Only root can mount a small disk.')
  await expect(waymark(['backup', join(small, 'one.tar.gz')], source)).rejects.toMatchObject({
    name: 'StartError',
    message: expect.stringMatching(/^The disk is full, so .*one\.tar\.gz was not written\./),
  })
  expect(await readdir(small)).toEqual([])
})

const TABLES = `select relname from pg_class where relnamespace = 'public'::regnamespace`

test('a restore to a full disk is refused and leaves nothing behind', async ({ skip }) => {
  if (!hasSmallDisk) skip('Only root can mount a small disk.')
  const full = { ...target, DATA_DIR: small }
  await expect(waymark(['restore', archive, '--mails', 'send'], full)).rejects.toMatchObject({
    name: 'StartError',
    message: expect.stringMatching(/^The disk is full, so nothing was restored\./),
  })
  expect(await readRows(elsewhere.url(), TABLES)).toEqual([])
  expect(await filesIn(small)).toEqual([])
})

test('an archive with one flipped byte near its end is refused and leaves nothing behind', async () => {
  await flipByte()
  await expectDamaged(archive)
  await flipByte()
})

test('an archive without one of its files is refused and leaves nothing behind', async () => {
  const incomplete = join(folder, 'incomplete.tar.gz')
  const script = `gzip -dc "$1" | tar --delete --occurrence=1 -f - "$(tar -tzf "$1" | grep -m 1 ^files/)" | gzip -1 > "$2"`
  const { status } = spawnSync('sh', ['-c', script, 'sh', archive, incomplete])
  expect(status).toBe(0)
  await expectDamaged(incomplete)
  await rm(incomplete)
})

test('an encrypted backup is refused with another key and leaves nothing behind', async () => {
  const [own, other] = [join(folder, 'own.key'), join(folder, 'other.key')]
  const [recipient = ''] =
    /age1\w+/.exec(String(await waymark(['backup', '--new-key', own], source))) ?? []
  await waymark(['backup', '--new-key', other], source)
  const secret = join(folder, 'secret.age')
  const started = performance.now()
  await waymark(['backup', secret, '--recipient', recipient], source)
  console.info(`encrypted backup: ${Math.round(performance.now() - started)} ms`)
  await expect(
    waymark(['restore', secret, '--key', other, '--mails', 'send'], target),
  ).rejects.toMatchObject({
    name: 'StartError',
    message: expect.stringMatching(/can’t decrypt the file/),
  })
  await expectNothing()
  await rm(secret)
})

test('the backup restored elsewhere has every answer acknowledged before it, none twice, and all files', async () => {
  const started = performance.now()
  console.info(await waymark(['restore', archive, '--mails', 'send'], target))
  console.info(`restore: ${Math.round(performance.now() - started)} ms`)
  const result = await checkHistory(elsewhere.url(), acknowledged)
  console.info(`backup: ${JSON.stringify(result)}`)
  expect(result).toMatchObject({ lost: 0, doubled: 0, gaps: 0 })
  expect(result.acknowledged).toBeGreaterThan(0)
  expect((await filesIn(join(target.DATA_DIR, 'files'))).length).toBe(FILES_MB)
})

async function expectDamaged(file: string) {
  await expect(waymark(['restore', file, '--mails', 'send'], target)).rejects.toMatchObject({
    name: 'StartError',
    message: expect.stringMatching(/^This file is damaged, so nothing was changed\./),
  })
  await expectNothing()
}

async function expectNothing() {
  expect(await readRows(elsewhere.url(), TABLES)).toEqual([])
  expect(await filesIn(target.DATA_DIR)).toEqual([])
}

async function filesIn(place: string) {
  const all = await readdir(place, { recursive: true, withFileTypes: true }).catch(() => [])
  return all.filter((one) => one.isFile()).map(({ name }) => name)
}

/** Near the end, when nearly everything is loaded. A second call flips it back. */
async function flipByte() {
  const file = await open(archive, 'r+')
  const place = Math.floor((await file.stat()).size * 0.95)
  const byte = Buffer.alloc(1)
  await file.read(byte, 0, 1, place)
  await file.write(Buffer.from([(byte[0] ?? 0) ^ 1]), 0, 1, place)
  await file.close()
}
