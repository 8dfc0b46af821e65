import { once } from 'node:events'
import { type Server, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type OidcProvider, startOidcProvider } from 'e2e/idp/oidc-provider'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestTenant, aTenant } from '#testing/factories.ts'
import {
  allowSso,
  anOpenidConnection,
  anOpenidVisitor,
  lastRefusal,
  originAt,
  pathOf,
  ssoFailure,
} from '#testing/sso.ts'
import { type TestApp, startTestApp } from '#testing/test-app.ts'

let t: TestApp
let tenant: TestTenant
let provider: OidcProvider
let impostor: Server
beforeAll(async () => {
  t = await startTestApp({ works: false })
  tenant = await aTenant(t.db, { domain: 'metadata' })
  await allowSso(t.db, tenant)
  provider = await startOidcProvider({ origins: [originAt(tenant)] })
  const metadata = await (await fetch(`${provider.issuer}/.well-known/openid-configuration`)).text()
  impostor = createServer((_, answer) => {
    answer.setHeader('content-type', 'application/json').end(metadata)
  }).listen(0, '127.0.0.1')
  await once(impostor, 'listening')
})
afterAll(async () => {
  impostor.close()
  await provider.stop()
  await t.close()
})

test('a provider whose metadata name another issuer is refused at the start', async () => {
  const { port } = impostor.address() as AddressInfo
  await anOpenidConnection(t.db, t.app.secrets, { issuer: `http://127.0.0.1:${port}` }, { tenant })
  const end = await anOpenidVisitor(t, tenant).open(
    `${originAt(tenant)}/api/auth/sso/harbour.example/start`,
  )
  expect(pathOf(end)).toBe(ssoFailure('unavailable'))
  expect(await lastRefusal(t.db, tenant)).toMatchObject({
    reason: 'unavailable',
    detail: expect.stringMatching(/issuer/),
  })
})
