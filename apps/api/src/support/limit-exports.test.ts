import { beforeEach, expect, test } from 'vitest'
import { aTenant, aUser } from '#testing/factories.ts'
import { testApp } from '#testing/test-app.ts'

const t = await testApp({ works: false })
const tenant = await aTenant(t.db)
const admin = await aUser(t.db, { tenant, roles: ['admin'] })
const other = await aUser(t.db, { tenant, roles: ['admin'] })
beforeEach(async () => void (await t.owner.query('delete from rate_limits')))

const download = (user = admin) => t.as(user).post('/users/export/csv')

test('the 21st list within an hour is refused with 429 and the time to wait', async () => {
  for (let count = 0; count < 20; count += 1) expect((await download()).status).toBe(200)
  const refused = await download()
  expect(refused).toMatchObject({ status: 429, code: 'too-many-requests' })
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3000)
  expect((await t.as(admin).post('/audit/csv')).status).toBe(429)
  expect((await download(other)).status).toBe(200)
})

test('while two downloads run, more are refused until one has finished', async () => {
  const caller = t.as(admin)
  await caller.get('/user')
  // The two wait for the table that they read.
  await t.owner.query('begin')
  await t.owner.query('lock table audit_events in access exclusive mode')
  const statuses: number[] = []
  const answers = Array.from({ length: 6 }, async () => {
    statuses.push((await caller.post('/audit/csv')).status)
  })
  await expect.poll(() => statuses).toEqual(Array(4).fill(429))
  await t.owner.query('commit')
  await Promise.all(answers)
  expect(statuses).toEqual([...Array(4).fill(429), 200, 200])
  for (let count = 0; count < 2; count += 1) expect((await download()).status).toBe(200)
})
