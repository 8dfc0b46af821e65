import { generateKeyPairSync, randomUUID } from 'node:crypto'
import { connections } from 'contract/connections'
import { startLocalServer } from 'e2e/idp/local-server'
import { startOidcProvider } from 'e2e/idp/oidc-provider'
import { selfSigned } from 'e2e/idp/self-signed'
import { afterAll, expect, test } from 'vitest'
import { aTenant, aUser } from '#testing/factories.ts'
import { freePort } from '#testing/free-port.ts'
import {
  SSO_SUCCESS,
  allowSso,
  anOpenidConnection,
  anOpenidVisitor,
  lastRefusal,
  originAt,
  pathOf,
  ssoFailure,
} from '#testing/sso.ts'
import { type TestApp, testApp } from '#testing/test-app.ts'
import { trustedCertificate } from '#testing/trusted-certificate.ts'

// A provider on a private name, with a certificate of its own authority.
const tls = trustedCertificate()
const origins = ['https://inside.localhost:4003', 'https://outside.localhost:4003']
const provider = await startOidcProvider({ origins, tls })
afterAll(() => provider.stop())
// Another one, with a certificate that no one trusts.
const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const untrusted = await startLocalServer(0, {
  key: String(privateKey.export({ type: 'pkcs8', format: 'pem' })),
  cert: selfSigned(privateKey, 'untrusted'),
})
afterAll(() => untrusted.stop())
const plainHttp = await startLocalServer()
afterAll(() => plainHttp.stop())

const PRODUCTION = {
  NODE_ENV: 'production',
  WAYMARK_SECRET: 'x'.repeat(32),
  MAIL: 'off',
  PUBLIC_URL: 'https://localhost:4003',
}
const plain = await testApp({ works: false, env: PRODUCTION })
const trusting = await testApp({
  works: false,
  env: { ...PRODUCTION, TRUSTED_PROVIDER_NETWORKS: '127.0.0.0/8, ::1' },
})

async function anOrganisation(t: TestApp, domain: string) {
  const tenant = await aTenant(t.db, { domain })
  await allowSso(t.db, tenant)
  const id = await anOpenidConnection(t.db, t.app.secrets, provider, { tenant })
  const admin = t.as(await aUser(t.db, { tenant, roles: ['admin'] }))
  const path = `/customers/${tenant.id}/connections`
  const add = (body: object) => admin.post(path, { name: 'Inside', creates_users: true, ...body })
  const check = async (one = id) =>
    connections.test.response.parse((await admin.post(`${path}/${one}/test`)).body).checks
  return {
    tenant,
    add,
    check,
    addAndCheck: async (body: object) =>
      await check(connections.create.response.parse((await add(body)).body).id),
  }
}

const outside = await anOrganisation(plain, 'outside')
const inside = await anOrganisation(trusting, 'inside')
const openid = { kind: 'oidc', domain: 'two.example', issuer: provider.issuer, client_id: 'c' }

test('users sign in at a provider on a private network that the operator trusts', async () => {
  expect(await inside.check()).toMatchObject([{ is_ok: true }, { is_ok: true }, { is_ok: true }])
  expect(await anOpenidVisitor(trusting, inside.tenant).signIn()).toBe(SSO_SUCCESS)
  expect(await inside.add(openid)).toMatchObject({ status: 200 })
})

test('without that, users see whom to ask, and admins what to set', async () => {
  expect(await anOpenidVisitor(plain, outside.tenant).signIn()).toBe(ssoFailure('unreachable'))
  const set = expect.stringContaining('TRUSTED_PROVIDER_NETWORKS')
  expect(await lastRefusal(plain.db, outside.tenant)).toMatchObject({ detail: set })
  expect(await outside.check()).toMatchObject([{ is_ok: false, detail: set }])
  expect((await outside.add(openid)).body).toMatchObject({ fields: { issuer: set } })
})

test.each([
  ['whose certificate isn’t trusted', `https://127.0.0.1:${untrusted.port}`, /NODE_EXTRA_CA_CERTS/],
  ['with the certificate of another host', `https://127.0.0.1:${provider.port}`, /another host/],
  ['whose name doesn’t exist', `https://${'x'.repeat(70)}.example`, /can’t find/],
  ['that nothing listens at', `https://127.0.0.1:${await freePort()}`, /refused the connection/],
  ['without TLS', `https://127.0.0.1:${plainHttp.port}`, /doesn’t use TLS/],
  ['without a configuration', `${provider.issuer}/other`, /No OpenID configuration found/],
])(
  'the test of a provider %s says so, and names no address of the network',
  async (_, issuer, text) => {
    const body = { ...openid, domain: `${randomUUID()}.example`, issuer }
    const [first, ...others] = await inside.addAndCheck(body)
    expect(others).toEqual([])
    expect(first).toMatchObject({ is_ok: false, detail: expect.stringMatching(text) })
    expect(first?.detail).not.toMatch(/127\.0\.0\.1|internet/)
  },
)

test('users of a provider whose certificate isn’t trusted see whom to ask', async () => {
  const issuer = `https://127.0.0.1:${untrusted.port}`
  await inside.add({ ...openid, domain: 'untrusted.example', issuer })
  const visitor = anOpenidVisitor(trusting, inside.tenant)
  expect(await visitor.signIn('plant', 'untrusted.example')).toBe(ssoFailure('unreachable'))
  const detail = expect.stringContaining('NODE_EXTRA_CA_CERTS')
  expect(await lastRefusal(trusting.db, inside.tenant)).toMatchObject({ detail })
})

test('a SAML provider can be on any private network, because only browsers open it', async () => {
  const saml = {
    kind: 'saml',
    domain: 'saml.example',
    issuer: 'https://idp.internal/saml',
    entry_point: 'https://10.1.2.3/sso',
    idp_certificate: tls.cert,
  }
  const added = await outside.add(saml)
  expect(added.status).toBe(200)
  const { id } = connections.create.response.parse(added.body)
  const admin = plain.as(await aUser(plain.db, { tenant: outside.tenant, roles: ['admin'] }))
  const { body } = await admin.post(`/customers/${outside.tenant.id}/connections/${id}/test`)
  expect(connections.test.response.parse(body).checks).toMatchObject([
    { name: 'Sign-in address', is_ok: true, detail: expect.stringContaining('private network') },
    { name: 'Certificate', is_ok: true },
  ])
  const start = `${originAt(outside.tenant)}/api/auth/sso/saml.example/start`
  const { host } = await anOpenidVisitor(plain, outside.tenant).open(start)
  expect(host).toBe('10.1.2.3')
  await plain.sql`update sso_connections set entry_point = 'http://10.1.2.3/sso' where id = ${id}`
  const refused = await anOpenidVisitor(plain, outside.tenant).open(start)
  expect(pathOf(refused)).toBe(ssoFailure('misconfigured'))
  expect(await lastRefusal(plain.db, outside.tenant)).toMatchObject({
    domain: 'saml.example',
    detail: expect.stringMatching(/sign-in address of the connection .* Enter an https address/),
  })
})

test('a SAML provider’s certificate is checked by browsers only', async () => {
  const entry_point = `https://127.0.0.1:${untrusted.port}/sso`
  const saml = { kind: 'saml', domain: 'tls.example', issuer: 'idp', idp_certificate: tls.cert }
  expect(await inside.addAndCheck({ ...saml, entry_point })).toMatchObject([
    { name: 'Sign-in address', is_ok: true, detail: expect.stringContaining('certificate') },
    { name: 'Certificate', is_ok: true },
  ])
})
