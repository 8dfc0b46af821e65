import type { OidcSignIn } from 'contract/oidc'
import { type OidcProvider, startOidcProvider } from 'e2e/idp/oidc-provider'
import { IDP_PEOPLE } from 'e2e/idp/people'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestTenant, aTenant, aUser } from '#testing/factories.ts'
import { aSalesforceVisitor, salesforceEnv } from '#testing/salesforce.ts'
import { SSO_SUCCESS, allowSso, originAt, pathOf } from '#testing/sso.ts'
import { type Answer, type TestApp, startTestApp } from '#testing/test-app.ts'

let provider: OidcProvider
const ORIGINS = ['works', 'group', 'third'].map((label) => `http://${label}.localhost:4003`)
const EMAIL = IDP_PEOPLE[0]?.email ?? ''
const CENTRAL = 'http://localhost:4003'

beforeAll(async () => {
  provider = await startOidcProvider({ origins: ORIGINS, isSalesforceLike: true })
})
afterAll(async () => await provider.stop())

const bodyOf = (answer: Answer) => answer.json<OidcSignIn>()
const codeOf = (answer: Answer) => answer.json<{ code?: string }>().code

async function twoOrganisations(t: TestApp) {
  const [works, group] = [
    await aTenant(t.db, { domain: 'works' }),
    await aTenant(t.db, { domain: 'group' }),
  ]
  for (const tenant of [works, group]) await allowSso(t.db, tenant)
  return { works, group }
}

describe('somebody whose account is at another organisation', () => {
  let t: TestApp
  let works: TestTenant
  let group: TestTenant
  beforeAll(async () => {
    t = await startTestApp({ works: false, env: salesforceEnv(provider) })
    ;({ works, group } = await twoOrganisations(t))
    await aUser(t.db, { tenant: works, email: EMAIL })
    expect((await aSalesforceVisitor(t, provider, works).signIn()).statusCode).toBe(200)
  })
  afterAll(async () => await t.close())

  test('is handed over to its host, and no bearer token is in the answer', async () => {
    const visitor = aSalesforceVisitor(t, provider, group)
    const answer = await visitor.signIn()
    const { back_to: backTo = '', ...rest } = bodyOf(answer)
    expect(rest).toEqual({ token: '', user: null })
    expect(answer.cookies.map(({ name }) => name)).toEqual(['__Host-hp'])
    expect(backTo).toMatch(/^http:\/\/works\.localhost:4003\/api\/auth\/handoff\/start\?h=\d+\./)
    let url = new URL(backTo)
    for (let n = 0; n < 3; n += 1) url = await visitor.open(url)
    expect([url.hostname, pathOf(url)]).toEqual([works.host, SSO_SUCCESS])
    expect(visitor.jarOf(works.host).get('__Host-pat_rt')).toMatch(/^\d+\./)
  })

  test('the address to go back to is worth nothing in another browser', async () => {
    const { back_to: backTo = '' } = bodyOf(await aSalesforceVisitor(t, provider, group).signIn())
    const thief = aSalesforceVisitor(t, provider, group)
    const end = await thief.open(await thief.open(backTo))
    expect(pathOf(end)).toBe('/auth/sso/callback?reason=expired')
  })

  test('an account here comes first', async () => {
    await aUser(t.db, { tenant: group, email: EMAIL })
    const { back_to, user } = bodyOf(await aSalesforceVisitor(t, provider, group).signIn())
    expect([back_to, user?.tenant.id]).toEqual([undefined, group.id])
  })

  test('is not led to an organisation that is suspended or takes passwords only', async () => {
    const third = await aTenant(t.db, { domain: 'third' })
    await allowSso(t.db, third)
    await t.db.deleteFrom('identities').where('tenant_id', '=', group.id).execute()
    const visit = async () => codeOf(await aSalesforceVisitor(t, provider, third).signIn())
    expect(await visit()).toBeUndefined()
    await allowSso(t.db, works, 'credentials')
    expect(await visit()).toBe('oidc-not-linked')
    await allowSso(t.db, works)
    await t.db
      .updateTable('tenants')
      .set({ status: 'suspended' })
      .where('id', '=', works.id)
      .execute()
    expect(await visit()).toBe('oidc-not-linked')
  })
})

describe('one callback host for all', () => {
  let t: TestApp
  let works: TestTenant
  beforeAll(async () => {
    const env = { ...salesforceEnv(provider), SALESFORCE_CENTRAL_CALLBACK: 'true' }
    t = await startTestApp({ works: false, env })
    ;({ works } = await twoOrganisations(t))
    await aUser(t.db, { tenant: works, email: EMAIL })
  })
  afterAll(async () => await t.close())

  const preflight = async (origin: string, url: string) =>
    await t.call({ method: 'OPTIONS', host: 'works.localhost:4003', url, headers: { origin } })

  test('its page, and no other, may ask an organisation’s host', async () => {
    const { statusCode, headers } = await preflight(CENTRAL, '/api/oidc/signin')
    expect([statusCode, headers['access-control-allow-origin']]).toEqual([204, CENTRAL])
    expect(headers['access-control-allow-credentials']).toBe('true')
    expect(headers.vary).toBe('Origin')
    for (const name of ['oidc-authorization', 'oidc-access-token', 'silent-sso', 'tenant'])
      expect(headers['access-control-allow-headers']).toContain(name)
    for (const origin of [
      'http://group.localhost:4003',
      'http://localhost',
      'null',
      'https://evil.example',
    ]) {
      const answer = await preflight(origin, '/api/oidc/signin')
      expect([origin, answer.headers['access-control-allow-origin']]).toEqual([origin, undefined])
    }
  })

  test.each(['/api/user', '/api/login', '/api/refresh-token', '/api/oidcx'])(
    'not %s',
    async (url) => {
      const { headers } = await preflight(CENTRAL, url)
      expect(headers['access-control-allow-origin']).toBeUndefined()
    },
  )

  test('the organisation’s answer keeps the tokens in cookies of its own and says where to go', async () => {
    const visitor = aSalesforceVisitor(t, provider, works)
    const answer = await visitor.exchange(await visitor.tokens(), { origin: CENTRAL })
    expect(bodyOf(answer)).toEqual({
      token: '',
      user: null,
      back_to: `${originAt(works)}${SSO_SUCCESS}`,
    })
    expect(answer.headers['access-control-allow-origin']).toBe(CENTRAL)
    const names = answer.cookies.map(({ name }) => name)
    expect(names).toEqual(expect.arrayContaining(['__Host-pat_rt', '__Host-pat_oidc']))
  })

  test('the callback host is told of Salesforce, though nobody signs in there', async () => {
    const { body } = await t.at('localhost').get('/oidc/settings')
    expect(body).toMatchObject({ provider: { central_origin: CENTRAL } })
    expect((await t.at('localhost').get('/oidc/nonce')).status).toBe(404)
  })
})

test('Salesforce that does not answer is said to be away, not to have refused', async () => {
  const away = { ...salesforceEnv(provider), SALESFORCE_JWKS_URL: 'http://127.0.0.1:9/jwks' }
  const t = await startTestApp({ works: false, env: away })
  const { works } = await twoOrganisations(t)
  const visitor = aSalesforceVisitor(t, provider, works)
  const answer = await visitor.exchange(await visitor.tokens())
  expect([answer.statusCode, codeOf(answer)]).toEqual([503, 'unavailable'])
  expect(answer.headers['retry-after']).toBe('5')
  await t.close()
})

test('without configuration there is no Salesforce, and without them no debug pages', async () => {
  const t = await startTestApp({ works: false, env: { DEBUG_PAGES: 'false' } })
  const { works } = await twoOrganisations(t)
  expect((await t.at(works.host).get('/oidc/settings')).body).toEqual({
    provider: null,
    has_debug_pages: false,
  })
  for (const path of ['nonce', 'signin'])
    expect((await t.at(works.host).get(`/oidc/${path}`)).status).toBe(404)
  await t.close()
})
