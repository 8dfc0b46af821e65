import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { aMovingOrganisation } from '#testing/moving.ts'
import { TEST_SECRET } from '#testing/names.ts'
import { type TestApp, testApp } from '#testing/test-app.ts'
import { waymark } from './waymark.ts'

const folder = await mkdtemp(join(tmpdir(), 'waymark-arriving-files-'))
afterAll(() => rm(folder, { recursive: true }))

const run = (t: TestApp, ...args: string[]) =>
  waymark(['tenant', ...args], {
    DATABASE_URL: t.ownerUrl,
    WAYMARK_SECRET: TEST_SECRET,
    DATA_DIR: join(t.filesDir, '..'),
  })

test.each(['clean', 'scanning'])('without a scanner, no %s file waits for one', async (status) => {
  const source = await testApp({ works: false })
  await aMovingOrganisation(source, 'moving')
  await source.sql`update attachments set status = ${status}`
  const file = join(folder, `${status}.tar.gz`)
  await run(source, 'export', 'moving', '--out', file)
  const target = await testApp({ works: false })
  await run(target, 'import', file, '--yes')
  expect(await target.sql`select status from attachments`).toEqual([{ status: 'clean' }])
})
