import { afterAll, beforeAll, expect, test } from 'vitest'
import { runMailStorm } from '#testing/mail-storm.ts'
import { type TestApp, startTestApp } from '#testing/test-app.ts'

let t: TestApp
beforeAll(async () => void (t = await startTestApp({ works: false })))
afterAll(() => t.close())

const KILLS = 6

test('a mail is sent exactly once however often a worker is killed and the mail server is away', async () => {
  const tenant = await t.app.hosts('localhost')
  if (!tenant) throw new Error('The public tenant is missing.')
  const { repeats, ...rest } = await runMailStorm({
    app: t.app,
    tenant,
    ownerUrl: t.ownerUrl,
    mails: 50,
    awayMs: 3000,
    kills: KILLS,
    killEveryMs: 1000,
    mailMs: 200,
    patienceMs: 60_000,
  })
  expect(rest).toMatchObject({ arrived: 50, distinct: 50, withTwoIds: 0, unsent: 0 })
  expect(repeats).toBeLessThanOrEqual(KILLS)
}, 130_000)
