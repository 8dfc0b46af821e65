import { generateKeyPairSync } from 'node:crypto'
import { connections } from 'contract/connections'
import { startLocalServer } from 'e2e/idp/local-server'
import { SERVER_CLIENT_SECRET } from 'e2e/idp/oidc-provider'
import { selfSigned } from 'e2e/idp/self-signed'
import { beforeEach, expect, test } from 'vitest'
import { type TestUser, aConnection, aTenant, aUser, theTenant } from '#testing/factories.ts'
import { startSso } from '#testing/sso-fixture.ts'
import { SSO_SUCCESS, aSamlVisitor, allowSso, anOpenidVisitor } from '#testing/sso.ts'

const s = await startSso('conn')
let admin: TestUser
const god = await aUser(s.t.db, { tenant: await theTenant(s.t.db, 'admin'), roles: ['god-admin'] })
beforeEach(async () => {
  s.t.app.env.SALESFORCE_ISSUER = undefined
  admin = await aUser(s.t.db, { tenant: s.tenant, roles: ['admin'] })
})

const openidBody = () => ({
  kind: 'oidc',
  domain: 'harbour.example',
  name: 'Harbour',
  creates_users: true,
  issuer: s.openid.issuer,
  client_id: 'waymark-server',
  client_secret: SERVER_CLIENT_SECRET,
})
const samlBody = () => ({
  kind: 'saml',
  domain: 'saml.example',
  name: 'Harbour',
  creates_users: false,
  issuer: s.saml.entityId,
  entry_point: s.saml.entryPoint,
  idp_certificate: s.saml.certificate,
})
const path = (rest = '') => `/customers/${s.tenant.id}/connections${rest}`
const post = (body: object, by = admin) => s.t.as(by).post(path(), body)
const add = async (body: object = openidBody(), by = admin) =>
  connections.create.response.parse((await post(body, by)).body)
const change = (id: number, body: object, by = admin) => s.t.as(by).patch(path(`/${id}`), body)
const remove = (id: number, by = admin) => s.t.as(by).delete(path(`/${id}`))
const listed = async (by = admin) =>
  connections.list.response.parse((await s.t.as(by).get(path())).body).connections
const checksOf = async (id: number) =>
  connections.test.response.parse((await s.t.as(admin).post(path(`/${id}/test`))).body).checks

test('an admin connects an OpenID provider, and users sign in with it', async () => {
  const added = await add()
  expect(added).toMatchObject({ has_secret: true, is_active: true, version: 1 })
  const value = `http://${s.tenant.host}:4003/api/auth/sso/harbour.example/callback`
  expect(added.addresses).toEqual([{ label: 'Redirect address', value }])
  expect(await anOpenidVisitor(s.t, s.tenant).signIn()).toBe(SSO_SUCCESS)
})

test("only Salesforce's issuer is refused, for a new connection and for a changed one", async () => {
  const { env } = s.t.app
  env.SALESFORCE_ISSUER = s.openid.issuer
  const { id } = await add(samlBody())
  for (const rest of ['', '/', '/.', '#', '?x']) {
    const issuer = s.openid.issuer + rest
    const answers = [
      await post({ ...openidBody(), domain: 'another.example', issuer }),
      await post({ ...samlBody(), domain: 'another.example', issuer }),
      await change(id, { version: 1, issuer: issuer.toUpperCase() }),
    ]
    for (const { body } of answers)
      expect(body).toMatchObject({ fields: { issuer: expect.stringMatching(/as Salesforce/) } })
  }
  env.SALESFORCE_ISSUER = undefined
  expect((await post({ ...samlBody(), domain: 'another.example' })).status).toBe(200)
})

test('a required context is checked at sign-in until it is removed', async () => {
  const { id } = await add({ ...openidBody(), required_contexts: ['phrh'] })
  expect(await anOpenidVisitor(s.t, s.tenant).signIn()).toMatch(/reason=too-weak/)
  const changed = await change(id, { version: 1, required_contexts: [] })
  expect(changed.body).toMatchObject({ required_contexts: [], version: 2 })
  expect(await anOpenidVisitor(s.t, s.tenant).signIn()).toBe(SSO_SUCCESS)
  expect((await change(id, { version: 2, required_contexts: ['two words'] })).status).toBe(400)
})

test('a secret is never shown', async () => {
  const { id } = await add()
  for (const by of [admin, god]) {
    const { text } = await s.t.as(by).get(path())
    expect(text).not.toContain(SERVER_CLIENT_SECRET)
    expect(text).not.toContain('client_secret')
  }
  const moved = await change(id, { version: 1, issuer: 'http://127.0.0.1:9' })
  expect(moved.body).toMatchObject({ fields: { client_secret: expect.any(String) } })
  const rows = await s.t.sql`select details::text from audit_events`
  expect(JSON.stringify(rows)).not.toContain(SERVER_CLIENT_SECRET)
})

test('a SAML connection shows its certificates and what to enter at the provider', async () => {
  const { certificates, addresses } = await add(samlBody())
  expect(certificates).toEqual([
    { fingerprint: expect.stringMatching(/^[0-9A-F:]{95}$/), valid_until: expect.any(String) },
  ])
  const labels = addresses.map(({ label }) => label)
  expect(labels).toEqual(['Entity ID (also the audience)', 'Assertion consumer service'])
})

test('fields that do not fit the kind of connection are refused by name', async () => {
  const wrong = { ...samlBody(), idp_certificate: '-----BEGIN CERTIFICATE-----\nnot one' }
  expect((await post(wrong)).body).toMatchObject({
    fields: { idp_certificate: expect.stringContaining('PEM') },
  })
  const { id } = await add()
  const answer = await change(id, { version: 1, entry_point: 'https://idp.example', issuer: 'x' })
  const { fields } = answer.body as { fields: object }
  expect(Object.keys(fields).sort()).toEqual(['client_secret', 'entry_point', 'issuer'])
  expect((await post(openidBody())).body).toMatchObject({
    fields: { domain: expect.stringContaining('already') },
  })
})

const curve = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const ec = selfSigned(curve.privateKey, 'EC')
const bareEc = String(curve.publicKey.export({ type: 'spki', format: 'pem' }))

test('a certificate whose key can’t be checked is refused when it is entered', async () => {
  const { id } = await add(samlBody())
  const fields = { idp_certificate: expect.stringMatching(/key of the type EC.*RSA-SHA256/) }
  for (const idp_certificate of [ec, `${s.saml.certificate}${ec}`])
    for (const answer of [
      await post({ ...samlBody(), domain: 'ec.example', idp_certificate }),
      await change(id, { version: 1, idp_certificate }),
    ])
      expect(answer).toMatchObject({ status: 400, body: { fields } })
})

test.each([
  ['a key that can’t be checked', () => ec, [/key of the type EC.*RSA-SHA256/]],
  ['a bare key that can’t be checked', () => bareEc, [/key of the type EC.*RSA-SHA256/]],
  ['also such a key', () => `${s.saml.certificate}${ec}`, [/^Valid until/, /type EC.*RSA-SHA256/]],
  ['no certificate', () => 'none', [/can’t be read\. Enter the provider’s current one in PEM/]],
  ['nothing', () => '', [/no certificate\. Enter the provider’s/]],
])(
  'a stored certificate with %s is named in the list, the test and a sign-in alike',
  async (_, pem, details) => {
    const { id } = await add(samlBody())
    await s.t.sql`update sso_connections set idp_certificate = ${pem()} where id = ${id}`
    const shown = (await listed()).find((one) => one.id === id)
    expect(shown?.certificate_faults).toEqual([expect.stringMatching(details.at(-1) ?? /^$/)])
    expect(shown?.certificates).toHaveLength(details.length - 1)
    const certificates = (await checksOf(id)).filter(({ name }) => name === 'Certificate')
    expect(certificates.map(({ detail }) => detail)).toEqual(
      details.map((detail) => expect.stringMatching(detail)),
    )
    expect(certificates.at(-1)).toMatchObject({ is_ok: false })
    const visitor = aSamlVisitor(s.t.call, s.tenant)
    const form = await visitor.ask('quality', 'saml.example')
    const text = Buffer.from(form.SAMLResponse, 'base64').toString().replace('Lead', 'Lord')
    const SAMLResponse = Buffer.from(text).toString('base64')
    await s.expectRefused(
      await visitor.finish({ ...form, SAMLResponse }),
      'misconfigured',
      details.at(-1),
    )
  },
)

test('the second of two changes is refused with the current version', async () => {
  const { id } = await add()
  expect((await change(id, { version: 1, name: 'First' })).status).toBe(200)
  expect(await change(id, { version: 1, name: 'Second' }, god)).toMatchObject({
    code: 'conflict',
    body: { details: { name: 'First', version: 2 } },
  })
})

test('the last connection of an organisation without passwords stays', async () => {
  const { id } = await add()
  await allowSso(s.t.db, s.tenant, 'sso')
  expect(await change(id, { version: 1, is_active: false })).toMatchObject({ code: 'last-way-in' })
  expect(await remove(id)).toMatchObject({ code: 'last-way-in' })
  const other = await aConnection(s.t.db, s.tenant)
  const both = await Promise.all([remove(id), remove(other, god)])
  expect(both.map(({ status }) => String(status)).sort()).toEqual(['204', '409'])
  expect(await listed()).toHaveLength(1)
})

test('only a god-admin changes a connection for another organisation', async () => {
  const other = await aTenant(s.t.db)
  const { id } = await add({ ...openidBody(), people_of: other.id }, god)
  const moved = { version: 1, issuer: 'https://idp.example', client_secret: 'mine' }
  expect((await change(id, moved)).status).toBe(403)
  const renamed = await change(id, { version: 1, name: 'Ours' }, god)
  expect(renamed.body).toMatchObject({ name: 'Ours', is_for_others: true })
})

test('only a god-admin sees and chooses whose users a connection signs in', async () => {
  const other = await aTenant(s.t.db)
  const { id } = await add({ ...openidBody(), people_of: other.id }, god)
  expect(await listed(god)).toMatchObject([{ is_for_others: true, people_of: other.id }])
  expect(await listed(admin)).toMatchObject([{ is_for_others: true, people_of: null }])
  expect((await change(id, { version: 1, people_of: null })).status).toBe(403)
  const own = await change(id, { version: 1, people_of: null }, god)
  expect(own.body).toMatchObject({ version: 2, is_for_others: false, people_of: null })
  expect((await change(id, { version: 2, people_of: other.id })).status).toBe(403)
  expect((await post({ ...samlBody(), people_of: other.id })).status).toBe(403)
  for (const people_of of [s.tenant.id, god.tenantId, 999_999_999])
    expect(await change(id, { version: 2, people_of }, god)).toMatchObject({
      status: 400,
      body: { fields: { people_of: 'Choose another organisation' } },
    })
  const moved = await change(id, { version: 2, people_of: other.id }, god)
  expect(moved.body).toMatchObject({ version: 3, people_of: other.id })
  const rows = await s.t
    .sql`select details->>'changed' as changed from audit_events where subject = ${`connection ${id}`} and action = 'sso.changed' order by id`
  expect(rows).toEqual([{ changed: 'people_of' }, { changed: 'people_of' }])
})

test('a connection that is switched off is not listed at sign-in', async () => {
  const { id } = await add()
  const off = await change(id, { version: 1, is_active: false })
  expect(off.body).toMatchObject({ is_active: false })
  const { body } = await s.t.at(s.tenant.host).get('/auth/sso/connections')
  expect(body).toEqual({ connections: [], has_salesforce: false })
})

test('the test passes for a provider that answers as itself with its keys', async () => {
  const checks = await checksOf((await add()).id)
  expect(checks.map(({ name, is_ok }) => [name, is_ok])).toEqual([
    ['Response from the provider', true],
    ['Provider address', true],
    ['Signing keys', true],
  ])
})

test('the test fails for a provider that does not answer, or has another name', async () => {
  const silent = await checksOf(await aConnection(s.t.db, s.tenant))
  expect(silent).toEqual([expect.objectContaining({ is_ok: false })])
  const other = await add({ ...openidBody(), issuer: `${s.openid.issuer}/` })
  expect((await checksOf(other.id)).find(({ is_ok }) => !is_ok)).toMatchObject({
    name: 'Provider address',
  })
})

test('the test fails for a certificate that has expired', async () => {
  const { id } = await add(samlBody())
  const check = async () => (await checksOf(id)).find(({ name }) => name === 'Certificate')
  expect(await check()).toMatchObject({ is_ok: true, detail: expect.stringContaining('until') })
  s.t.clock.now = () => new Date('2090-01-01')
  // The access token of the test's own session is checked by the same clock.
  expect(await check().catch(() => undefined)).toMatchObject({ is_ok: false })
  s.t.clock.now = () => new Date()
})

// A provider chooses its metadata, so they are as hostile as any input.
test.each([
  ['its own entity ID', (own: string) => `<md:EntityDescriptor entityID="${own}">`, [true]],
  ['another entity ID', () => '<EntityDescriptor a="1" entityID="other"/>', [false]],
  [
    'unfinished tags',
    (own: string) => `${'<EntityDescriptor '.repeat(2000)} entityID="${own}">`,
    [],
  ],
] as const)('the test of a SAML connection reads metadata with %s', async (_, write, found) => {
  const { server, port, stop } = await startLocalServer()
  const issuer = `http://127.0.0.1:${port}/metadata`
  server.on('request', (request, response) => {
    response.end(request.url === '/metadata' ? write(issuer) : '')
  })
  const { id } = await add({ ...samlBody(), issuer })
  const checks = await checksOf(id)
  const own = checks.filter(({ name }) => name === 'Provider entity ID')
  expect(own.map(({ is_ok }) => is_ok)).toEqual(found)
  await stop()
})
