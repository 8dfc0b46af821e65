import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type TestUser, aTenant, aUser } from '#testing/factories.ts'
import { type TestApp, startTestApp } from '#testing/test-app.ts'

let t: TestApp
let admin: TestUser
let other: TestUser
beforeAll(async () => {
  t = await startTestApp({ works: false })
  const tenant = await aTenant(t.db)
  admin = await aUser(t.db, { tenant, roles: ['admin'] })
  other = await aUser(t.db, { tenant, roles: ['admin'] })
})
afterAll(() => t.close())
beforeEach(async () => void (await t.owner.query('delete from rate_limits')))

const take = (person: TestUser) => t.as(person).post('/users/export/csv')

test('nobody takes more than 20 lists an hour, and whoever does learns how long to wait', async () => {
  for (let count = 0; count < 20; count += 1) expect((await take(admin)).status).toBe(200)
  const refused = await take(admin)
  expect(refused).toMatchObject({ status: 429, code: 'too-many-requests' })
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3000)
  expect((await t.as(admin).post('/audit/csv')).status).toBe(429)
  expect((await take(other)).status).toBe(200)
})

test('of many at once two are made, and the places are free again afterwards', async () => {
  const answers = await Promise.all(Array.from({ length: 10 }, () => take(admin)))
  const statuses = answers.map(({ status }) => status)
  expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(2)
  expect(statuses.filter((status) => status === 429).length).toBeGreaterThan(0)
  expect((await take(admin)).status).toBe(200)
  expect((await take(admin)).status).toBe(200)
})
