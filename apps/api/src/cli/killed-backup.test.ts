import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, expect, test } from 'vitest'
import type { System } from 'contract/system'
import { anAttachmentSomewhere } from '#testing/attached.ts'
import { aUser, theTenant } from '#testing/factories.ts'
import { TEST_SECRET } from '#testing/names.ts'
import { testApp } from '#testing/test-app.ts'

const t = await testApp({ works: false })
const god = await aUser(t.db, { tenant: await theTenant(t.db, 'admin'), roles: ['god-admin'] })
const folder = await mkdtemp(join(tmpdir(), 'waymark-killed-'))
afterAll(() => rm(folder, { recursive: true }))

const failure = async () => ((await t.as(god).get('/system')).body as System).backup_error

test('a backup is shown as interrupted when its process is killed, and not while it runs', async () => {
  await anEndlessFile()
  const script = resolve(import.meta.dirname, '../../../../scripts/waymark.ts')
  const child = spawn(process.execPath, [script, 'backup', join(folder, 'killed.tar.gz')], {
    env: {
      ...process.env,
      DATABASE_URL: t.ownerUrl,
      WAYMARK_SECRET: TEST_SECRET,
      DATA_DIR: join(t.filesDir, '..'),
    },
  })
  const started = async () => (await t.sql`select from backups`).length
  await expect.poll(started, { timeout: 50_000 }).toBe(1)
  expect(await failure()).toBeNull()
  child.kill('SIGKILL')
  await once(child, 'exit')
  await expect.poll(failure).toBe('The backup was interrupted.')
}, 90_000)

/** An attachment that no one finishes reading, because no one writes to its pipe. */
async function anEndlessFile() {
  const key = await anAttachmentSomewhere(t)
  await rm(join(t.filesDir, key))
  await promisify(execFile)('mkfifo', [join(t.filesDir, key)])
}
