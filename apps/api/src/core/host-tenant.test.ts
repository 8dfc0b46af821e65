import { expect, test } from 'vitest'
import { Busy } from '#db/turns.ts'
import { aTenant } from '#testing/factories.ts'
import { testApp } from '#testing/test-app.ts'
import { createTenantLookup } from './host-tenant.ts'

const t = await testApp({ works: false })
const pool = t.app.pools.app
const tenantOf = createTenantLookup(pool, 'localhost')

test('many made-up hosts take few connections, the rest is refused, and known hosts are found', async () => {
  const { host, id } = await aTenant(t.db)
  await tenantOf(host)
  const flood = Array.from({ length: 500 }, (_, at) => tenantOf(`made-up-${at}.localhost`))
  expect(pool.totalCount - pool.idleCount + pool.waitingCount).toBeLessThanOrEqual(2)
  const fresh = tenantOf(host, { isFresh: true })
  const results = await Promise.allSettled(flood)
  const refused = results.filter((one) => one.status === 'rejected')
  expect(refused.every(({ reason }) => reason instanceof Busy)).toBe(true)
  expect(refused.length).toBeGreaterThan(300)
  expect(await fresh).toMatchObject({ id })
})

test('many calls to a new host wait for one look-up', async () => {
  const { host, id } = await aTenant(t.db)
  const found = await Promise.all(Array.from({ length: 500 }, () => tenantOf(host)))
  expect(new Set(found.map((one) => one?.id))).toEqual(new Set([id]))
})
