import { afterAll, beforeAll, expect, test } from 'vitest'
import { runMailStorm } from './mail-storm.ts'
import { type TestApp, startTestApp } from 'api/testing/test-app'

let t: TestApp
beforeAll(async () => void (t = await startTestApp({ works: false })))
afterAll(() => t.close())

const KILLS = 20

test('a mail is sent exactly once however often a worker is killed and the mail server is away', async () => {
  const tenant = await t.app.hosts('localhost')
  if (!tenant) throw new Error('The public tenant is missing.')
  const { repeats, ...rest } = await runMailStorm({
    app: t.app,
    tenant,
    ownerUrl: t.ownerUrl,
    mails: 1000,
    awayMs: 60_000,
    kills: KILLS,
    killEveryMs: 2500,
    mailMs: 20,
    patienceMs: 600_000,
  })
  expect(rest).toMatchObject({ arrived: 1000, distinct: 1000, withTwoIds: 0, unsent: 0 })
  expect(repeats).toBeLessThanOrEqual(KILLS)
}, 900_000)
