import { connections } from 'contract/connections'
import { type OidcProvider, SERVER_CLIENT_SECRET, startOidcProvider } from 'e2e/idp/oidc-provider'
import { type SamlProvider, startSamlProvider } from 'e2e/idp/saml-provider'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  type TestTenant,
  type TestUser,
  aConnection,
  aTenant,
  aUser,
  theTenant,
} from '#testing/factories.ts'
import { SSO_SUCCESS, allowSso, anOpenidVisitor } from '#testing/sso.ts'
import { type TestApp, startTestApp } from '#testing/test-app.ts'

let t: TestApp
let openid: OidcProvider
let saml: SamlProvider
let god: TestUser
let tenant: TestTenant
let admin: TestUser
let made = 0
const ORIGINS = Array.from({ length: 30 }, (_, n) => `http://conn${n}.localhost:4003`)
beforeAll(async () => {
  t = await startTestApp({ works: false })
  openid = await startOidcProvider({ origins: ORIGINS })
  saml = await startSamlProvider({ origins: ORIGINS })
  god = await aUser(t.db, { tenant: await theTenant(t.db, 'admin'), roles: ['god-admin'] })
})
beforeEach(async () => {
  tenant = await aTenant(t.db, { domain: `conn${made++}` })
  await allowSso(t.db, tenant)
  admin = await aUser(t.db, { tenant, roles: ['admin'] })
})
afterAll(async () => {
  await openid.stop()
  await saml.stop()
  await t.close()
})

const openidWish = () => ({
  kind: 'oidc',
  domain: 'harbour.example',
  name: 'Harbour',
  creates_users: true,
  issuer: openid.issuer,
  client_id: 'waymark-server',
  client_secret: SERVER_CLIENT_SECRET,
})
const samlWish = () => ({
  kind: 'saml',
  domain: 'saml.example',
  name: 'Harbour',
  creates_users: false,
  issuer: saml.entityId,
  entry_point: saml.entryPoint,
  idp_certificate: saml.certificate,
})
const path = (rest = '') => `/customers/${tenant.id}/connections${rest}`
const add = async (wish: object, by = admin) =>
  connections.create.response.parse((await t.as(by).post(path(), wish)).body)
const change = (id: number, body: object, by = admin) => t.as(by).patch(path(`/${id}`), body)
const listed = async (by = admin) =>
  connections.list.response.parse((await t.as(by).get(path())).body).connections

test('an admin connects an OpenID provider, and people of its domain sign in with it', async () => {
  const added = await add(openidWish())
  expect(added).toMatchObject({ has_secret: true, is_active: true, version: 1 })
  expect(added.addresses).toEqual([
    {
      label: 'Redirect address',
      value: `http://${tenant.host}:4003/api/auth/sso/harbour.example/callback`,
    },
  ])
  expect(await anOpenidVisitor(t, tenant).signIn()).toBe(SSO_SUCCESS)
})

test('whoever has not signed in there in a required way stays out, until none is required', async () => {
  const { id } = await add({ ...openidWish(), required_contexts: ['phrh'] })
  expect(await anOpenidVisitor(t, tenant).signIn()).toMatch(/reason=too-weak/)
  const now = await change(id, { version: 1, required_contexts: [] })
  expect(now.body).toMatchObject({ required_contexts: [], version: 2 })
  expect(await anOpenidVisitor(t, tenant).signIn()).toBe(SSO_SUCCESS)
  expect((await change(id, { version: 2, required_contexts: ['two words'] })).status).toBe(400)
})

test('the secret is written and never shown', async () => {
  const { id } = await add(openidWish())
  const answers = [await t.as(admin).get(path()), await t.as(god).get(path())]
  for (const { text } of answers) {
    expect(text).not.toContain(SERVER_CLIENT_SECRET)
    expect(text).not.toContain('client_secret')
  }
  const moved = await change(id, { version: 1, issuer: 'http://127.0.0.1:9' })
  expect(moved.body).toMatchObject({ fields: { client_secret: expect.any(String) } })
  const { rows } = await t.owner.query('select details::text from audit_events')
  expect(JSON.stringify(rows)).not.toContain(SERVER_CLIENT_SECRET)
})

test('a SAML connection shows its certificates with their end, and what to enter at the provider', async () => {
  const { certificates, addresses } = await add(samlWish())
  expect(certificates).toEqual([
    { fingerprint: expect.stringMatching(/^[0-9A-F:]{95}$/), valid_until: expect.any(String) },
  ])
  expect(addresses.map(({ label }) => label)).toEqual([
    'Entity id, also the audience',
    'Assertion consumer service',
  ])
})

test('what does not fit the kind of connection is named by its field', async () => {
  const wrong = { ...samlWish(), idp_certificate: '-----BEGIN CERTIFICATE-----\nnot one' }
  expect((await t.as(admin).post(path(), wrong)).body).toMatchObject({
    fields: { idp_certificate: expect.stringContaining('PEM') },
  })
  const { id } = await add(openidWish())
  const answer = await change(id, { version: 1, entry_point: 'https://idp.example', issuer: 'x' })
  expect(Object.keys((answer.body as { fields: object }).fields).sort()).toEqual([
    'client_secret',
    'entry_point',
    'issuer',
  ])
  expect(await t.as(admin).post(path(), openidWish())).toMatchObject({
    body: { fields: { domain: expect.stringContaining('already') } },
  })
})

test('the second of two who change a connection is told what stands', async () => {
  const { id } = await add(openidWish())
  expect((await change(id, { version: 1, name: 'First' })).status).toBe(200)
  expect(await change(id, { version: 1, name: 'Second' }, god)).toMatchObject({
    code: 'conflict',
    body: { details: { name: 'First', version: 2 } },
  })
})

test('the last connection of an organisation without passwords is neither switched off nor removed', async () => {
  const { id } = await add(openidWish())
  await allowSso(t.db, tenant, 'sso')
  expect(await change(id, { version: 1, is_active: false })).toMatchObject({ code: 'last-way-in' })
  expect(await t.as(admin).delete(path(`/${id}`))).toMatchObject({ code: 'last-way-in' })
  const other = await aConnection(t.db, tenant)
  const both = await Promise.all([
    t.as(admin).delete(path(`/${id}`)),
    t.as(god).delete(path(`/${other}`)),
  ])
  expect(both.map(({ status }) => String(status)).sort()).toEqual(['204', '409'])
  expect(await listed()).toHaveLength(1)
})

test('a connection for people of another organisation is a god-admin’s to change: it decides who comes in there', async () => {
  const { id } = await add(openidWish())
  const other = await aTenant(t.db)
  await t.db
    .updateTable('sso_connections')
    .set({ people_tenant_id: other.id })
    .where('id', '=', id)
    .execute()
  const moved = { version: 1, issuer: 'https://idp.example', client_secret: 'mine' }
  expect((await change(id, moved)).status).toBe(403)
  expect((await change(id, { version: 1, name: 'Ours' }, god)).body).toMatchObject({
    name: 'Ours',
    is_for_others: true,
  })
})

test('a god-admin says whose people sign in, and nobody else is told or asked', async () => {
  const other = await aTenant(t.db)
  const { id } = await add({ ...openidWish(), people_of: other.id }, god)
  expect(await listed(god)).toMatchObject([{ is_for_others: true, people_of: other.id }])
  expect(await listed(admin)).toMatchObject([{ is_for_others: true, people_of: null }])
  expect((await change(id, { version: 1, people_of: null })).status).toBe(403)
  expect((await change(id, { version: 1, people_of: null }, god)).body).toMatchObject({
    version: 2,
    is_for_others: false,
    people_of: null,
  })
  expect((await change(id, { version: 2, people_of: other.id })).status).toBe(403)
  expect((await t.as(admin).post(path(), { ...samlWish(), people_of: other.id })).status).toBe(403)
  for (const people_of of [tenant.id, god.tenantId, 999_999_999])
    expect(await change(id, { version: 2, people_of }, god)).toMatchObject({
      status: 400,
      body: { fields: { people_of: 'Choose another organisation' } },
    })
  const moved = (await change(id, { version: 2, people_of: other.id }, god)).body
  expect(moved).toMatchObject({ version: 3, people_of: other.id })
  const { rows } = await t.owner.query(
    `select details->>'changed' as changed from audit_events where subject = $1 and action = 'sso.changed' order by id`,
    [`connection ${id}`],
  )
  expect(rows).toEqual([{ changed: 'people_of' }, { changed: 'people_of' }])
})

test('a connection that is switched off is offered no longer', async () => {
  const { id } = await add(openidWish())
  expect((await change(id, { version: 1, is_active: false })).body).toMatchObject({
    is_active: false,
  })
  expect((await t.at(tenant.host).get('/auth/sso/connections')).body).toEqual({ connections: [] })
})

const checksOf = async (id: number) => {
  const answer = await t.as(admin).post(path(`/${id}/test`))
  return connections.test.response.parse(answer.body).checks
}

test('the test tells of a provider that answers, is the one entered and shows its keys', async () => {
  const checks = await checksOf((await add(openidWish())).id)
  expect(checks.map(({ name, is_ok }) => [name, is_ok])).toEqual([
    ['The provider answers', true],
    ['It is the provider that was entered', true],
    ['Its keys can be fetched', true],
  ])
})

test('the test tells of a provider that does not answer, and of one that calls itself something else', async () => {
  const silent = await checksOf(await aConnection(t.db, tenant))
  expect(silent).toEqual([expect.objectContaining({ is_ok: false })])
  const other = await add({ ...openidWish(), issuer: `${openid.issuer}/` })
  expect((await checksOf(other.id)).find(({ is_ok }) => !is_ok)).toMatchObject({
    name: 'It is the provider that was entered',
  })
})

test('the test tells when a certificate ended', async () => {
  const { id } = await add(samlWish())
  const check = async () =>
    (await checksOf(id)).find(({ name }) => name === 'The certificate is valid')
  expect(await check()).toMatchObject({ is_ok: true, detail: expect.stringContaining('Until') })
  t.clock.now = () => new Date('2090-01-01')
  // The access token of the test's own session is checked by the same clock.
  expect(await check().catch(() => undefined)).toMatchObject({ is_ok: false })
  t.clock.now = () => new Date()
})

test('auditors and plain people change no connection; another organisation has none to change', async () => {
  const { id } = await add(openidWish())
  const plain = await aUser(t.db, { tenant })
  const stranger = await aUser(t.db, { tenant: await aTenant(t.db), roles: ['admin'] })
  expect((await change(id, { version: 1, name: 'Mine' }, plain)).status).toBe(403)
  expect((await change(id, { version: 1, name: 'Mine' }, stranger)).status).toBe(404)
  expect((await t.as(plain).get(path())).status).toBe(403)
})
