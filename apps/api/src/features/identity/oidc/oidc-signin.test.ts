import { randomUUID } from 'node:crypto'
import { withToken } from '#testing/client.ts'
import type { OidcSignIn } from 'contract/oidc'
import { IDP_PEOPLE } from 'e2e/idp/people'
import { beforeEach, describe, expect, test } from 'vitest'
import { aBrowser } from '#testing/browser.ts'
import { aTenant, aUser, theTenant } from '#testing/factories.ts'
import { type SalesforceVisitor, aSalesforceVisitor, forged } from '#testing/salesforce.ts'
import { startSso } from '#testing/sso-fixture.ts'
import { allowSso, lastRefusal } from '#testing/sso.ts'
import type { Answer } from '#testing/test-app.ts'

const s = await startSso('signin', { isSalesforce: true })
const [PLANT] = IDP_PEOPLE
const EMAIL = PLANT?.email ?? ''
const SILENT = { 'silent-sso': 'true' }
let visitor: SalesforceVisitor
beforeEach(async () => {
  // No account of the test before is known elsewhere.
  await s.t.db.deleteFrom('identities').execute()
  visitor = aSalesforceVisitor(s.t, s.openid, s.tenant)
})

const anAccount = async (options: Partial<Parameters<typeof aUser>[1]> = {}) =>
  await aUser(s.t.db, { tenant: s.tenant, email: EMAIL, ...options })
const bodyOf = (answer: Answer) => answer.json<OidcSignIn>()
const codeOf = (answer: Answer) => answer.json<{ code?: string }>().code ?? answer.statusCode

describe('a first sign-in', () => {
  test('links the account with the verified address and opens a session', async () => {
    const user = await anAccount()
    const answer = await visitor.signIn()
    const { token, user: shown, back_to } = bodyOf(answer)
    expect(shown).toMatchObject({ id: user.id, email: EMAIL, salesforce_id: PLANT?.userId })
    expect(back_to).toBeUndefined()
    expect(answer.headers['cache-control']).toBe('no-store')
    expect(visitor.jarOf(s.tenant.host).get('pat_rt')).toMatch(/^\d+\./)
    const headers = withToken(token)
    expect((await s.t.at(s.tenant.host).get('/user', { headers })).status).toBe(200)
    expect(await s.sessions()).toMatchObject([{ user_id: user.id, method: 'sso' }])
    expect(await s.identities()).toEqual([{ issuer: s.openid.issuer, user_id: user.id }])
    expect(await s.auditActions()).toEqual(['identity.linked', 'session.created'])
  })

  test('ends password sign-in for the account', async () => {
    await anAccount()
    const signIn = () => aBrowser(s.t.call, s.tenant.host).signIn(EMAIL)
    expect((await signIn()).statusCode).toBe(200)
    await visitor.signIn()
    expect(codeOf(await signIn())).toBe('login-failed')
  })
})

test('a user with an address that Salesforce has not verified is not linked', async () => {
  await anAccount({ email: 'unverified@harbour.example' })
  expect(codeOf(await visitor.signIn('unverified'))).toBe('oidc-not-linked')
  expect([await s.identities(), await s.sessions()]).toEqual([[], []])
})

describe('silent renewal', () => {
  beforeEach(async () => void (await anAccount()))

  test('does not link an account', async () => {
    expect(codeOf(await visitor.exchange(await visitor.tokens(), SILENT))).toBe('oidc-not-linked')
    expect(await s.identities()).toEqual([])
  })

  test('without a nonce continues the session', async () => {
    const first = await visitor.tokens()
    await visitor.exchange(first)
    const renewed = await visitor.renew(first)
    const id_token = await forged(s.openid, renewed.id_token, { nonce: undefined })
    const answer = await visitor.exchange({ ...renewed, id_token }, SILENT)
    expect(bodyOf(answer).token).toMatch(/^ey/)
    expect(await s.sessions()).toHaveLength(1)
  })

  test('accepts the first nonce again, as a refresh grant repeats it', async () => {
    const first = await visitor.tokens()
    await visitor.exchange(first)
    const renewed = await visitor.renew(first)
    // Within one second both tokens would be identical.
    const id_token = await forged(s.openid, renewed.id_token, { jti: randomUUID() })
    expect((await visitor.exchange({ ...renewed, id_token }, SILENT)).statusCode).toBe(200)
  })

  test('with a nonce of its own opens a session where there is none', async () => {
    await visitor.signIn()
    visitor.jarOf(s.tenant.host).delete('pat_rt')
    expect((await visitor.exchange(await visitor.tokens(), SILENT)).statusCode).toBe(200)
    expect(await s.sessions()).toHaveLength(2)
  })

  test.each<[string, Record<string, string>, () => Promise<unknown>]>([
    ['the header', {}, async () => {}],
    ['a session', SILENT, async () => visitor.jarOf(s.tenant.host).clear()],
    ['a live session', SILENT, () => s.t.sql`update sessions set revoked_at = now()`],
    [
      'a session of the same user',
      SILENT,
      async () => {
        await anAccount({ email: 'new.colleague@harbour.example' })
        await visitor.signIn('new')
      },
    ],
  ])('without a nonce is refused without %s', async (_, headers, arrange) => {
    const first = await visitor.tokens()
    await visitor.exchange(first)
    const renewed = await visitor.renew(first)
    await arrange()
    expect(codeOf(await visitor.exchange(renewed, headers))).toBe('oidc-refused')
    expect((await lastRefusal(s.t.db, s.tenant, 'salesforce.rejected'))?.detail).toMatch(/nonce/)
  })
})

test('Salesforce is off where only passwords are allowed, and on the platform', async () => {
  const passwords = await aTenant(s.t.db)
  await allowSso(s.t.db, passwords, 'credentials')
  for (const { host } of [passwords, await theTenant(s.t.db, 'admin')]) {
    for (const path of ['nonce', 'signin'])
      expect((await s.t.at(host).get(`/oidc/${path}`)).status).toBe(404)
    const { body } = await s.t.at(host).get('/oidc/settings')
    expect(body).toEqual({ provider: null, has_debug_pages: true })
  }
})

test('too many attempts from one address have to wait', async () => {
  await visitor.nonce()
  await s.t.sql`update rate_limits set count = 600`
  const answer = await visitor.exchange({})
  expect(codeOf(answer)).toBe('too-many-requests')
  expect(Number(answer.headers['retry-after'])).toBeGreaterThan(800)
  await s.t.sql`delete from rate_limits`
})

test('the settings have what a browser needs, and no secret', async () => {
  const { body } = await s.t.at(s.tenant.host).get('/oidc/settings')
  expect(body).toEqual({
    provider: {
      authority: s.openid.issuer,
      client_id: 'waymark-browser',
      has_refresh_token: true,
      token_seconds: 7200,
      base_domain: 'localhost',
      central_origin: null,
    },
    has_debug_pages: true,
  })
  const methods = await s.t.at(s.tenant.host).get('/auth/sso/connections')
  expect(methods.body).toEqual({ connections: [], has_salesforce: true })
})

test('nonces and id tokens are stored as hashes', async () => {
  const tokens = await visitor.tokens()
  const nonce = await visitor.nonce()
  await visitor.exchange(tokens)
  const rows = await s.t
    .sql`select json_agg(x)::text from oidc_nonces x union all select json_agg(x)::text from oidc_spent_tokens x`
  const stored = JSON.stringify(rows)
  expect(stored).toContain('nonce_hash')
  for (const secret of [nonce, tokens.id_token]) {
    expect(stored).not.toContain(secret)
    expect(stored).not.toContain(Buffer.from(secret).toString('hex'))
  }
})
