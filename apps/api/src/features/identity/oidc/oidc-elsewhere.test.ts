import type { OidcSignIn } from 'contract/oidc'
import { IDP_PEOPLE } from 'e2e/idp/people'
import { decodeJwt } from 'jose'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type TestTenant, aUser, theTenant } from '#testing/factories.ts'
import { aSalesforceVisitor } from '#testing/salesforce.ts'
import { startSso } from '#testing/sso-fixture.ts'
import { SSO_SUCCESS, aSamlVisitor, allowSso, originAt, pathOf } from '#testing/sso.ts'
import { type Answer, startTestApp } from '#testing/test-app.ts'

const s = await startSso('elsewhere', { isSalesforce: true })
const EMAIL = IDP_PEOPLE[0]?.email ?? ''
const CENTRAL = 'http://localhost:4003'

const bodyOf = (answer: Answer) => answer.json<OidcSignIn>()
const codeOf = (answer: Answer) => answer.json<{ code?: string }>().code
const visitorAt = (tenant: TestTenant) => aSalesforceVisitor(s.t, s.openid, tenant)

let works: TestTenant
beforeEach(async () => {
  works = s.tenant
  await s.t.db.deleteFrom('identities').execute()
  await aUser(s.t.db, { tenant: works, email: EMAIL })
})

describe('a user whose account is at another organisation', () => {
  let group: TestTenant
  beforeEach(async () => {
    group = await s.newTenant()
    expect((await visitorAt(works).signIn()).statusCode).toBe(200)
  })

  test('is handed over to its host, with no access token in the answer', async () => {
    const visitor = visitorAt(group)
    const answer = await visitor.signIn()
    const { back_to: backTo = '', ...rest } = bodyOf(answer)
    expect(rest).toEqual({ token: '', user: null })
    expect(answer.cookies.map(({ name }) => name)).toEqual(['hp'])
    expect(backTo).toContain(`${originAt(works)}/api/auth/handover/start?h=${group.id}.`)
    const thief = visitorAt(group)
    let url = new URL(backTo)
    for (let n = 0; n < 3; n += 1) url = await visitor.open(url)
    expect([url.hostname, pathOf(url)]).toEqual([works.host, SSO_SUCCESS])
    expect(visitor.jarOf(works.host).get('pat_rt')).toMatch(/^\d+\./)
    const { back_to: again = '' } = bodyOf(await visitor.signIn())
    const end = await thief.open(await thief.open(again))
    expect(pathOf(end)).toBe('/auth/sso/callback?reason=expired')
  })

  test('is signed in here when there is an account here, too', async () => {
    await aUser(s.t.db, { tenant: group, email: EMAIL })
    const { back_to, user } = bodyOf(await visitorAt(group).signIn())
    expect([back_to, user?.tenant.id]).toEqual([undefined, group.id])
  })

  test.each([
    ['the organisation is suspended', `update tenants set status = 'suspended' where id`],
    ['only passwords work there', `update tenants set sign_in_mode = 'credentials' where id`],
    ['the account is inactive', 'update users set is_active = false where tenant_id'],
  ])('is not linked when %s', async (_, change) => {
    const visit = async () => codeOf(await visitorAt(group).signIn())
    expect(await visit()).toBeUndefined()
    await s.t.owner.query(`${change} = $1`, [works.id])
    expect(await visit()).toBe('oidc-not-linked')
  })

  test('is not linked when that is the platform', async () => {
    const platform = await theTenant(s.t.db, 'admin')
    const { id } = await aUser(s.t.db, { tenant: platform })
    await allowSso(s.t.db, platform)
    await s.t.sql`insert into identities (tenant_id, user_id, issuer, subject, is_salesforce)
      select ${platform.id}, ${id}, issuer, subject, true from identities where tenant_id = ${works.id}`
    await s.t.sql`delete from identities where tenant_id = ${works.id}`
    expect(codeOf(await visitorAt(group).signIn())).toBe('oidc-not-linked')
    await allowSso(s.t.db, platform, 'credentials')
  })
})

test("an account that another organisation's connection linked to the same subject is never entered", async () => {
  const evil = s.tenant
  const user = IDP_PEOPLE[0]
  await s.connectSaml({ domain: 'harbour.example' }, { ...s.saml, entityId: s.openid.issuer })
  const [visitor, victim] = [aSamlVisitor(s.t.call, evil), visitorAt(await s.newTenant())]
  const { id_token } = await victim.tokens()
  s.saml.rewrite = (tags) => ({
    ...tags,
    Issuer: s.openid.issuer,
    NameID: decodeJwt(id_token).sub ?? '',
    email: user?.email ?? '',
  })
  expect(await visitor.finish(await visitor.ask('quality', 'harbour.example'))).toBe(SSO_SUCCESS)
  expect(codeOf(await victim.signIn())).toBe('oidc-not-linked')
})

test('a link of this organisation’s connection is not taken for one of Salesforce', async () => {
  const planted = await aUser(s.t.db, { tenant: works })
  const subject = IDP_PEOPLE[0] && s.openid.subjectOf(IDP_PEOPLE[0])
  await s.connectSaml({}, { ...s.saml, entityId: s.openid.issuer })
  await s.t.sql`insert into identities (tenant_id, user_id, issuer, subject, connection_id)
    select tenant_id, ${planted.id}, issuer, ${subject}, id from sso_connections where tenant_id = ${works.id}`
  const { user } = bodyOf(await visitorAt(works).signIn())
  expect(user).toMatchObject({ email: EMAIL })
})

describe('with one callback host for all organisations', () => {
  beforeEach(() => void (s.t.app.env.SALESFORCE_CENTRAL_CALLBACK = true))
  afterEach(() => void (s.t.app.env.SALESFORCE_CENTRAL_CALLBACK = false))

  test("an organisation's answer keeps the tokens in its own cookies and says where to continue", async () => {
    const visitor = visitorAt(works)
    const answer = await visitor.exchange(await visitor.tokens(), { origin: CENTRAL })
    const back_to = `${originAt(works)}${SSO_SUCCESS}`
    expect(bodyOf(answer)).toEqual({ token: '', user: null, back_to })
    const names = answer.cookies.map(({ name }) => name)
    expect(names).toEqual(expect.arrayContaining(['pat_rt', 'pat_oidc']))
  })

  test('the callback host knows the provider, though no one signs in there', async () => {
    const { body } = await s.t.at('localhost').get('/oidc/settings')
    expect(body).toMatchObject({ provider: { central_origin: CENTRAL } })
    expect((await s.t.at('localhost').get('/oidc/nonce')).status).toBe(404)
  })
})

test("only the callback host's page may call an organisation's host, and only to sign in", async () => {
  const env = { SALESFORCE_CENTRAL_CALLBACK: 'true', SALESFORCE_ISSUER: s.openid.issuer }
  const required = { SALESFORCE_CLIENT_ID: 'x', SALESFORCE_ORGANISATIONS: '00DWM0000000001' }
  const t = await startTestApp({ works: false, besides: s.t, env: { ...env, ...required } })
  const preflight = async (origin: string, url = '/api/oidc/signin') => {
    const host = `${works.host}:4003`
    return await t.call({ method: 'OPTIONS', host, url, headers: { origin } })
  }
  const { statusCode, headers } = await preflight(CENTRAL)
  expect([statusCode, headers['access-control-allow-origin']]).toEqual([204, CENTRAL])
  expect(headers).toMatchObject({ 'access-control-allow-credentials': 'true', vary: 'Origin' })
  for (const name of ['oidc-authorization', 'oidc-access-token', 'silent-sso', 'tenant'])
    expect(headers['access-control-allow-headers']).toContain(name)
  const origins = [
    'http://group.localhost:4003',
    'http://localhost',
    'null',
    'https://evil.example',
  ]
  const paths = ['/api/user', '/api/login', '/api/refresh-token', '/api/oidcx']
  const refused = [
    ...origins.map((origin) => preflight(origin)),
    ...paths.map((path) => preflight(CENTRAL, path)),
  ]
  for (const answer of await Promise.all(refused))
    expect(answer.headers['access-control-allow-origin']).toBeUndefined()
  await t.close()
})

test('another installation behind the domain has its own callback host, and the page of the first one still works', async () => {
  const env = {
    PLATFORM_LABEL: 'admin-two',
    SALESFORCE_CENTRAL_CALLBACK: 'true',
    SALESFORCE_ISSUER: s.openid.issuer,
    SALESFORCE_CLIENT_ID: 'waymark-browser',
    SALESFORCE_ORGANISATIONS: '00DWM0000000001',
  }
  const t = await startTestApp({ works: false, besides: s.t, env })
  const own = 'http://admin-two.localhost:4003'
  for (const host of ['admin-two.localhost', works.host])
    expect((await t.at(host).get('/oidc/settings')).body).toMatchObject({
      provider: { central_origin: own },
    })
  const allowed = async (origin: string) => {
    const call = { method: 'OPTIONS', url: '/api/oidc/signin', headers: { origin } } as const
    const { headers } = await t.call({ ...call, host: `${works.host}:4003` })
    return headers['access-control-allow-origin']
  }
  expect(await Promise.all([own, CENTRAL, 'http://admin.localhost:4003'].map(allowed))).toEqual([
    own,
    CENTRAL,
    undefined,
  ])
  await t.sql`update tenants set domain = 'admin' where kind = 'platform'`
  await t.close()
})

test('without configuration there is no Salesforce, and there are no debug pages', async () => {
  const t = await startTestApp({ works: false, besides: s.t, env: { DEBUG_PAGES: 'false' } })
  const { body } = await t.at(works.host).get('/oidc/settings')
  expect(body).toEqual({ provider: null, has_debug_pages: false })
  for (const path of ['nonce', 'signin'])
    expect((await t.at(works.host).get(`/oidc/${path}`)).status).toBe(404)
  await t.close()
})
