import { setTimeout } from 'node:timers/promises'
import type { OidcSignIn } from 'contract/oidc'
import { type OidcProvider, startOidcProvider } from 'e2e/idp/oidc-provider'
import { IDP_PEOPLE } from 'e2e/idp/people'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { PASSWORD, type TestTenant, aTenant, aUser, theTenant } from '#testing/factories.ts'
import {
  type SalesforceVisitor,
  aSalesforceVisitor,
  forged,
  lastOidcRefusal,
  salesforceEnv,
} from '#testing/salesforce.ts'
import { allowSso } from '#testing/sso.ts'
import { type Answer, type TestApp, startTestApp } from '#testing/test-app.ts'
import { xsrfOf } from '#testing/client.ts'

let t: TestApp
let provider: OidcProvider
let tenant: TestTenant
let visitor: SalesforceVisitor
let made = 0

const ORIGINS = Array.from({ length: 60 }, (_, n) => `http://signin${n}.localhost:4003`)
const [PLANT] = IDP_PEOPLE
const EMAIL = PLANT?.email ?? ''

beforeAll(async () => {
  provider = await startOidcProvider({ origins: ORIGINS, isSalesforceLike: true })
  t = await startTestApp({ works: false, env: salesforceEnv(provider) })
})
afterAll(async () => {
  await t.close()
  await provider.stop()
})
beforeEach(async () => {
  // Nobody is known elsewhere from the test before.
  await t.db.deleteFrom('identities').execute()
  tenant = await aTenant(t.db, { domain: `signin${made++}` })
  await allowSso(t.db, tenant)
  visitor = aSalesforceVisitor(t, provider, tenant)
})

const bodyOf = (answer: Answer) => answer.json<OidcSignIn>()
const codeOf = (answer: Answer) => answer.json<{ code?: string }>().code ?? answer.statusCode
const sessions = async () =>
  await t.db.selectFrom('sessions').selectAll().where('tenant_id', '=', tenant.id).execute()
const identities = async () =>
  await t.db.selectFrom('identities').selectAll().where('tenant_id', '=', tenant.id).execute()

describe('a good exchange', () => {
  test('answers token and user, and opens a session of our own', async () => {
    const user = await aUser(t.db, { tenant, email: EMAIL })
    const answer = await visitor.signIn()
    const { token, user: told, back_to } = bodyOf(answer)
    expect([told?.id, told?.email, back_to]).toEqual([user.id, EMAIL, undefined])
    expect(visitor.jarOf(tenant.host).get('__Host-pat_rt')).toMatch(/^\d+\./)
    const headers = { authorization: `Bearer ${token}` }
    expect((await t.at(tenant.host).get('/user', { headers })).status).toBe(200)
    expect(await sessions()).toMatchObject([{ user_id: user.id, method: 'sso' }])
    expect(answer.headers['cache-control']).toBe('no-store')
  })

  test('links the account of the verified address the first time, and keeps the Salesforce id', async () => {
    const { id } = await aUser(t.db, { tenant, email: EMAIL })
    expect(bodyOf(await visitor.signIn()).user?.salesforce_id).toBe(PLANT?.userId)
    expect(await identities()).toMatchObject([{ issuer: provider.issuer, user_id: id }])
    const events = await t.db
      .selectFrom('audit_events')
      .select('action')
      .where('tenant_id', '=', tenant.id)
      .execute()
    expect(events.map(({ action }) => action)).toEqual(['identity.linked', 'session.created'])
  })

  test('afterwards the subject counts, whatever becomes of the address', async () => {
    const { id } = await aUser(t.db, { tenant, email: EMAIL })
    await visitor.signIn()
    await t.db
      .updateTable('users')
      .set({ email: 'moved@example.org' })
      .where('id', '=', id)
      .execute()
    await aUser(t.db, { tenant, email: EMAIL })
    expect(bodyOf(await visitor.signIn()).user?.id).toBe(id)
    expect(await identities()).toHaveLength(1)
  })

  test('from then on a password is not the way round it', async () => {
    await aUser(t.db, { tenant, email: EMAIL })
    const signIn = async () =>
      await t.call({
        method: 'POST',
        host: tenant.host,
        url: '/api/login',
        payload: { email: EMAIL, password: PASSWORD },
        headers: await xsrfOf(t.call, tenant.host),
      })
    expect((await signIn()).statusCode).toBe(200)
    await visitor.signIn()
    expect(codeOf(await signIn())).toBe('login-failed')
  })
})

describe('nobody is linked', () => {
  const refused = async (hint?: string) => {
    expect(codeOf(await visitor.signIn(hint))).toBe('oidc-not-linked')
    expect(await identities()).toEqual([])
    expect(await sessions()).toEqual([])
  }

  test('without an account', async () => await refused())

  test('whose address Salesforce has not verified', async () => {
    await aUser(t.db, { tenant, email: 'unverified@harbour.example' })
    await refused('unverified')
  })

  test.each(['god-admin', 'auditor'] as const)('who is %s', async (role) => {
    await aUser(t.db, { tenant, email: EMAIL, roles: [role] })
    await refused()
  })

  test('who is deactivated', async () => {
    await aUser(t.db, { tenant, email: EMAIL, isActive: false })
    await refused()
  })

  test('of another organisation, with the same address', async () => {
    await aUser(t.db, { tenant: await theTenant(t.db, 'public'), email: EMAIL })
    await refused()
  })

  test('who is another subject of the issuer already', async () => {
    const { id } = await aUser(t.db, { tenant, email: EMAIL })
    const identity = { issuer: provider.issuer, subject: 'another', user_id: id }
    await t.db
      .insertInto('identities')
      .values({ tenant_id: tenant.id, ...identity })
      .execute()
    expect(codeOf(await visitor.signIn())).toBe('oidc-not-linked')
    expect(await identities()).toHaveLength(1)
  })

  test('silently', async () => {
    await aUser(t.db, { tenant, email: EMAIL })
    const answer = await visitor.exchange(await visitor.tokens(), { 'silent-sso': 'true' })
    expect(codeOf(answer)).toBe('oidc-not-linked')
    expect(await identities()).toEqual([])
  })
})

test('a linked account that is deactivated is told so, and stays out', async () => {
  const { id } = await aUser(t.db, { tenant, email: EMAIL })
  await visitor.signIn()
  await t.db.updateTable('users').set({ is_active: false }).where('id', '=', id).execute()
  expect(codeOf(await visitor.signIn())).toBe('account-inactive')
  expect(await sessions()).toHaveLength(1)
})

describe('silent renewal', () => {
  const silent = { 'silent-sso': 'true' }

  test('without a nonce goes on with the session that is there: nothing is made', async () => {
    await aUser(t.db, { tenant, email: EMAIL })
    const first = await visitor.tokens()
    await visitor.exchange(first)
    const renewed = await visitor.renew(first)
    const id_token = await forged(provider, renewed.id_token, { nonce: undefined })
    const answer = await visitor.exchange({ ...renewed, id_token }, silent)
    expect(bodyOf(answer).token).toMatch(/^ey/)
    expect(await sessions()).toHaveLength(1)
  })

  test('with the first nonce again, as a refresh grant brings it', async () => {
    await aUser(t.db, { tenant, email: EMAIL })
    const first = await visitor.tokens()
    await visitor.exchange(first)
    // Within one second both tokens would be the same, to the letter.
    await setTimeout(1000)
    expect((await visitor.exchange(await visitor.renew(first), silent)).statusCode).toBe(200)
  })

  test('with a nonce of its own opens a session where there is none', async () => {
    await aUser(t.db, { tenant, email: EMAIL })
    await visitor.signIn()
    visitor.jarOf(tenant.host).delete('__Host-pat_rt')
    expect((await visitor.exchange(await visitor.tokens(), silent)).statusCode).toBe(200)
    expect(await sessions()).toHaveLength(2)
  })

  test.each([
    ['without the header', {}, async () => {}],
    ['without a session', silent, async () => visitor.jarOf(tenant.host).clear()],
    [
      'when the session is over',
      silent,
      async () => {
        await t.owner.query('update sessions set revoked_at = now() where tenant_id = $1', [
          tenant.id,
        ])
      },
    ],
  ])('without a nonce is refused %s', async (_, headers, meanwhile) => {
    await aUser(t.db, { tenant, email: EMAIL })
    const first = await visitor.tokens()
    await visitor.exchange(first)
    const renewed = await visitor.renew(first)
    await meanwhile()
    expect(codeOf(await visitor.exchange(renewed, headers))).toBe('oidc-refused')
    expect((await lastOidcRefusal(t.db, tenant))?.detail).toMatch(/nonce/)
  })

  test('without a nonce is refused in somebody else’s session', async () => {
    await aUser(t.db, { tenant, email: EMAIL })
    await aUser(t.db, { tenant, email: 'new.colleague@harbour.example' })
    const first = await visitor.tokens()
    await visitor.exchange(first)
    const renewed = await visitor.renew(first)
    await visitor.signIn('new')
    expect(codeOf(await visitor.exchange(renewed, silent))).toBe('oidc-refused')
  })
})

describe('closed', () => {
  const paths = ['nonce', 'signin']

  test('where people sign in with passwords only, and on the platform', async () => {
    await allowSso(t.db, tenant, 'credentials')
    const late = await aTenant(t.db)
    await allowSso(t.db, late, 'credentials')
    const platform = await theTenant(t.db, 'admin')
    for (const { host } of [late, platform]) {
      for (const path of paths) expect((await t.at(host).get(`/oidc/${path}`)).status).toBe(404)
      const { body } = await t.at(host).get('/oidc/settings')
      expect(body).toEqual({ provider: null, has_debug_pages: true })
    }
  })

  test('too many tries from one address wait', async () => {
    await t.owner.query(`update rate_limits set count = 600`)
    const answer = await visitor.exchange({})
    expect(codeOf(answer)).toBe('too-many-requests')
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
    await t.owner.query('delete from rate_limits')
  })

  test('the settings say what a browser needs, and no secret', async () => {
    const { body } = await t.at(tenant.host).get('/oidc/settings')
    expect(body).toEqual({
      provider: {
        authority: provider.issuer,
        client_id: 'waymark-browser',
        has_refresh_token: true,
        token_seconds: 7200,
        base_domain: 'localhost',
        central_origin: null,
      },
      has_debug_pages: true,
    })
  })
})

test('the tenant header must name the host that is asked', async () => {
  const answer = await visitor.exchange(await visitor.tokens(), { tenant: 'localhost' })
  expect(codeOf(answer)).toBe('tenant-mismatch')
})

test('what is kept are hashes', async () => {
  const tokens = await visitor.tokens()
  const nonce = await visitor.nonce()
  await visitor.exchange(tokens)
  const { rows } = await t.owner.query<{ all: string }>(
    'select (select json_agg(x)::text from oidc_nonces x) || (select json_agg(x)::text from oidc_spent_tokens x) as all',
  )
  expect(rows[0]?.all).toContain('nonce_hash')
  for (const secret of [nonce, tokens.id_token]) {
    expect(rows[0]?.all).not.toContain(secret)
    expect(rows[0]?.all).not.toContain(Buffer.from(secret).toString('hex'))
  }
})
