import { afterAll, beforeAll, expect, test } from 'vitest'
import { aUser, theTenant } from '#testing/factories.ts'
import { type TestApp, startTestApp } from '#testing/test-app.ts'
import { connectLocalIdp } from './connect-local-idp.ts'
import { loadDemo } from './load-demo.ts'
import { withLocalSalesforce } from './local-salesforce.ts'

let t: TestApp
beforeAll(async () => {
  t = await startTestApp({ works: false })
  await loadDemo(t.app)
})
afterAll(() => t.close())

const offered = async () => {
  const { body } = await t.at('harbour.localhost').get('/auth/sso/connections')
  return (body as { connections: object[] }).connections.length
}

test('the demo offers the single sign-on of the local providers only while these run', async () => {
  await connectLocalIdp(t.app, true)
  expect(await offered()).toBe(3)
  await connectLocalIdp(t.app, false)
  expect(await offered()).toBe(0)
  await connectLocalIdp(t.app, true)
  expect(await offered()).toBe(3)
})

test('what somebody has changed or removed by hand is left to them', async () => {
  await connectLocalIdp(t.app, true)
  const harbour = await theTenant(t.db, 'harbour')
  const admin = t.as(await aUser(t.db, { tenant: harbour, roles: ['admin'] }))
  const path = `/customers/${harbour.id}/connections`
  const { connections } = (await admin.get(path)).body as {
    connections: { id: number; domain: string; is_active: boolean; version: number }[]
  }
  const [first, second] = connections
  await admin.patch(`${path}/${first?.id}`, { version: first?.version, is_active: false })
  expect((await admin.delete(`${path}/${second?.id}`)).status).toBe(204)
  expect(await offered()).toBe(1)
  for (const [isThere, count] of [
    [true, 1],
    [false, 0],
    [true, 1],
  ] as const) {
    await connectLocalIdp(t.app, isThere)
    expect(await offered()).toBe(count)
  }
  const now = (await admin.get(path)).body as { connections: { version: number }[] }
  await admin.patch(`${path}/${first?.id}`, {
    version: now.connections[0]?.version,
    is_active: true,
  })
  await connectLocalIdp(t.app, false)
  expect(await offered()).toBe(1)
})

test('the demo knows the local Salesforce only while that runs', () => {
  const env = { ...t.app.env, DEMO: true, NODE_ENV: 'development' as const }
  expect(withLocalSalesforce(env, false).SALESFORCE_ISSUER).toBeUndefined()
  expect(withLocalSalesforce(env, true).SALESFORCE_ISSUER).toMatch(/^http:\/\/127\.0\.0\.1:/)
})
