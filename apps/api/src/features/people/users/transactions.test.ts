import { expect, test } from 'vitest'
import { aTenant, aUser, theTenant } from '#testing/factories.ts'
import { testApp } from '#testing/test-app.ts'

const t = await testApp({ works: false })
const tenant = await aTenant(t.db)
const user = await aUser(t.db, { tenant })
let transactions = 0
for (const pool of [t.app.pools.app, t.app.pools.platform, t.app.pools.reader])
  pool.on('acquire', () => (transactions += 1))

test.each([
  ['an admin', 2, () => aUser(t.db, { tenant, roles: ['admin'] })],
  [
    'a god-admin',
    3,
    async () => aUser(t.db, { tenant: await theTenant(t.db, 'admin'), roles: ['god-admin'] }),
  ],
] as const)('a user’s page takes %s %i transactions', async (_, most, create) => {
  const caller = t.as(await create())
  expect((await caller.get(`/users/${user.id}`)).status).toBe(200)
  transactions = 0
  await caller.get(`/users/${user.id}`)
  expect(transactions).toBe(most)
})
