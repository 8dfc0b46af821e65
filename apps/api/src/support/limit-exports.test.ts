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

test('more than two downloads at the same time are refused until one has finished', async () => {
  const answers = await Promise.all(Array.from({ length: 10 }, () => download()))
  const statuses = answers.map(({ status }) => status)
  expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(2)
  expect(statuses).toContain(429)
  for (let count = 0; count < 2; count += 1) expect((await download()).status).toBe(200)
})
