import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { migrate } from '#db/migrate.ts'
import { queues } from '#queues.ts'
import { copyDatabase } from '#testing/database.ts'
import { aTenant } from '#testing/factories.ts'
import { TEST_SECRET } from '#testing/names.ts'
import { waymark } from './waymark.ts'

const t = await copyDatabase()
const folder = await mkdtemp(join(tmpdir(), 'waymark-secret-'))
const secrets = { current: TEST_SECRET, previous: undefined, next: undefined }
await migrate(t.ownerUrl, { rolePrefix: 'wm', queues, secrets })
const { domain } = await aTenant(t.db)
afterAll(async () => {
  await rm(folder, { recursive: true })
  await t.close()
})

const variables = {
  DATABASE_URL: t.ownerUrl,
  DATA_DIR: folder,
  WAYMARK_SECRET: 'of another installation, for tests only',
}
const file = join(folder, 'never.tar.gz')
const connection = '--name X --issuer https://idp.example.org --client-id x'

test.each<[string, () => Promise<unknown>]>([
  [
    'npm run sso -- add',
    () =>
      waymark(['sso', ...`add x.example --tenant ${domain} ${connection}`.split(' ')], variables),
  ],
  ['npm run backup', () => waymark(['backup', file], variables)],
  [
    'npm run tenant -- export',
    () => waymark(['tenant', 'export', domain, '--out', file], variables),
  ],
])('%s with the secret of another installation is refused in one line', async (_, run) => {
  await expect(run()).rejects.toThrow(/^WAYMARK_SECRET is not the secret of this installation\./)
})
