import { afterAll, beforeAll, expect, test } from 'vitest'
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

test('the demo knows the local Salesforce only while that runs', () => {
  const env = { ...t.app.env, DEMO: true, NODE_ENV: 'development' as const }
  expect(withLocalSalesforce(env, false).SALESFORCE_ISSUER).toBeUndefined()
  expect(withLocalSalesforce(env, true).SALESFORCE_ISSUER).toMatch(/^http:\/\/127\.0\.0\.1:/)
})
