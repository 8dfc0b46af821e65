import { IDP_PEOPLE } from 'e2e/idp/people'
import { type SamlProvider, type SamlTags, startSamlProvider } from 'e2e/idp/saml-provider'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type TestTenant, aTenant, aUser } from '#testing/factories.ts'
import {
  SSO_SUCCESS,
  type SamlVisitor,
  aSamlConnection,
  aSamlVisitor,
  allowSso,
  lastRefusal,
  originAt,
  pathOf,
  ssoFailure,
} from '#testing/sso.ts'
import { type TestApp, startTestApp } from '#testing/test-app.ts'

let t: TestApp
let provider: SamlProvider
let other: SamlProvider
let tenant: TestTenant
let visitor: SamlVisitor
let made = 0

const ORIGINS = Array.from({ length: 60 }, (_, n) => `http://saml${n}.localhost:4003`)
const EMAIL = IDP_PEOPLE.find(({ hint }) => hint === 'quality')?.email ?? ''

beforeAll(async () => {
  t = await startTestApp({ works: false })
  provider = await startSamlProvider({ origins: ORIGINS })
  other = await startSamlProvider({ origins: ORIGINS })
})
afterAll(async () => {
  await provider.stop()
  await other.stop()
  await t.close()
})
beforeEach(async () => {
  tenant = await aTenant(t.db, { domain: `saml${made++}` })
  await allowSso(t.db, tenant)
  await aSamlConnection(t.db, provider, { tenant })
  visitor = aSamlVisitor(t.call, tenant)
})
afterEach(() => {
  provider.rewrite = undefined
})

const at = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString()

describe('a good answer', () => {
  test('signs in whoever has an account of that address', async () => {
    const user = await aUser(t.db, { tenant, email: EMAIL })
    expect(await visitor.finish(await visitor.ask())).toBe(SSO_SUCCESS)
    const { user_id, method } = await t.db
      .selectFrom('sessions')
      .select(['user_id', 'method'])
      .where('tenant_id', '=', tenant.id)
      .executeTakeFirstOrThrow()
    expect([user_id, method]).toEqual([user.id, 'sso'])
    expect(visitor.jarOf(tenant.host).get('__Host-pat_rt')).toMatch(/^\d+\./)
  })

  test('makes a plain user of a newcomer, who is the same the next time', async () => {
    expect(await visitor.finish(await visitor.ask())).toBe(SSO_SUCCESS)
    expect(await visitor.finish(await visitor.ask())).toBe(SSO_SUCCESS)
    const users = await t.db
      .selectFrom('users')
      .select(['email', 'name', 'roles', 'password_hash'])
      .where('tenant_id', '=', tenant.id)
      .execute()
    expect(users).toEqual([
      { email: EMAIL, name: 'Quality Lead', roles: ['user'], password_hash: null },
    ])
  })

  test('may come from a clock that is half a minute off, and with the next of two certificates', async () => {
    await t.db
      .updateTable('sso_connections')
      .set({ idp_certificate: `${other.certificate}\n${provider.certificate}` })
      .where('tenant_id', '=', tenant.id)
      .execute()
    provider.rewrite = (tags) => ({ ...tags, NotBefore: at(20), IssueInstant: at(20) })
    expect(await visitor.finish(await visitor.ask())).toBe(SSO_SUCCESS)
  })

  test('is fetched once, and by the browser that began', async () => {
    const next = await visitor.post(await visitor.ask())
    expect(pathOf(await aSamlVisitor(t.call, tenant).open(next))).toBe(ssoFailure('expired'))
    expect(pathOf(await visitor.open(next))).toBe(ssoFailure('expired'))
    const again = await visitor.post(await visitor.ask())
    expect(pathOf(await visitor.open(again))).toBe(SSO_SUCCESS)
    expect(pathOf(await visitor.open(again))).toBe(ssoFailure('expired'))
    expect(await lastRefusal(t.db, tenant)).toMatchObject({ reason: 'expired' })
  })

  test('of 32 fetching at once exactly one signs in', async () => {
    const next = await visitor.post(await visitor.ask())
    const ends = await Promise.all(Array.from({ length: 32 }, () => visitor.open(next)))
    expect(ends.filter((end) => pathOf(end) === SSO_SUCCESS)).toHaveLength(1)
  })
})

describe('an answer that nobody asked for', () => {
  test('comes again', async () => {
    const form = await visitor.ask()
    expect(await visitor.finish(form)).toBe(SSO_SUCCESS)
    expect(await visitor.finish(form)).toBe(ssoFailure('expired'))
    expect(await lastRefusal(t.db, tenant)).toMatchObject({ reason: 'expired' })
  })

  test('comes without a sign-in under way', async () => {
    const form = await visitor.ask()
    expect(await visitor.finish({ ...form, RelayState: '' })).toBe(ssoFailure('expired'))
    expect(await visitor.finish({ ...form, RelayState: 'A'.repeat(43) })).toBe(
      ssoFailure('expired'),
    )
  })

  async function expectRefused(payload: string, reason: 'expired' | 'rejected') {
    const answer = await t.call({
      method: 'POST',
      host: tenant.host,
      url: '/api/auth/sso/acs',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload,
    })
    expect([answer.statusCode, answer.headers.location]).toEqual([303, ssoFailure(reason)])
    expect(await lastRefusal(t.db, tenant)).toMatchObject({ reason })
  }

  test.each([
    ['is empty', ''],
    ['is of no sign-in', 'SAMLResponse=x'],
    ['is of something long', `SAMLResponse=x&RelayState=${'A'.repeat(201)}`],
  ])('%s', async (_, form) => await expectRefused(form, 'expired'))

  test('says nothing about the sign-in that it belongs to', async () => {
    const { RelayState } = await visitor.ask()
    await expectRefused(new URLSearchParams({ RelayState }).toString(), 'rejected')
  })

  test('belongs to another sign-in', async () => {
    const [one, two] = [await visitor.ask(), await visitor.ask()]
    expect(await visitor.finish({ ...two, RelayState: one.RelayState })).toBe(
      ssoFailure('rejected'),
    )
    expect(await lastRefusal(t.db, tenant)).toMatchObject({
      reason: 'rejected',
      detail: expect.stringMatching(/InResponseTo/),
    })
  })

  test.each(['', '_nothing'])('names no request of ours: %j', async (InResponseTo) => {
    provider.rewrite = (tags) => ({ ...tags, InResponseTo })
    expect(await visitor.finish(await visitor.ask())).toBe(ssoFailure('rejected'))
    expect(await lastRefusal(t.db, tenant)).toMatchObject({
      reason: 'rejected',
      detail: expect.stringMatching(/InResponseTo/),
    })
  })

  test('a refused answer uses its request up', async () => {
    const form = await visitor.ask()
    expect(await visitor.finish({ ...form, SAMLResponse: 'nonsense' })).toBe(ssoFailure('rejected'))
    expect(await visitor.finish(form)).toBe(ssoFailure('expired'))
  })
})

describe('what it says', () => {
  test.each<[string, (tags: SamlTags) => SamlTags, RegExp]>([
    [
      'another audience',
      (tags) => ({ ...tags, Audience: 'http://elsewhere.example' }),
      /audience/i,
    ],
    [
      'another recipient',
      (tags) => ({ ...tags, Recipient: 'http://elsewhere.example/acs' }),
      /another address/,
    ],
    [
      'another issuer',
      (tags) => ({ ...tags, Issuer: 'http://elsewhere.example' }),
      /another issuer/,
    ],
    ['expired', (tags) => ({ ...tags, NotOnOrAfter: at(-60) }), /expired|confirmation/],
    ['not yet valid', (tags) => ({ ...tags, NotBefore: at(120) }), /not yet valid/],
    ['issued long ago', (tags) => ({ ...tags, IssueInstant: at(-400) }), /too old|confirmation/],
    ['nobody', (tags) => ({ ...tags, NameID: '' }), /nobody/],
  ])('%s is refused', async (_, change, detail) => {
    provider.rewrite = change
    expect(await visitor.finish(await visitor.ask())).toBe(ssoFailure('rejected'))
    expect(await lastRefusal(t.db, tenant)).toMatchObject({
      reason: 'rejected',
      detail: expect.stringMatching(detail),
    })
  })

  test('an answer to another organisation is no good here', async () => {
    const neighbour = tenant
    const theirs = await visitor.ask()
    tenant = await aTenant(t.db, { domain: `saml${made++}` })
    visitor = aSamlVisitor(t.call, tenant)
    await allowSso(t.db, tenant)
    await aSamlConnection(t.db, provider, { tenant })
    const ours = await visitor.ask()
    const action = ours.action
    expect(await visitor.finish({ ...theirs, action })).toBe(ssoFailure('expired'))
    expect(await visitor.finish({ ...theirs, action, RelayState: ours.RelayState })).toBe(
      ssoFailure('rejected'),
    )
    expect(neighbour.id).not.toBe(tenant.id)
  })

  test.each(['stranger', 'plant'])('an address of another domain is refused: %s', async (hint) => {
    expect(await visitor.finish(await visitor.ask(hint))).toBe(ssoFailure('no-account'))
  })

  test('a refusal at the provider is called a cancelled sign-in', async () => {
    expect(await visitor.finish(await visitor.ask('refuse'))).toBe(ssoFailure('cancelled'))
    expect(await lastRefusal(t.db, tenant)).toMatchObject({
      reason: 'cancelled',
      detail: expect.stringMatching(/signature/),
    })
  })
})

describe('the address that forms are posted to', () => {
  test('takes forms and nothing else, of any origin, and no other address does', async () => {
    const url = `${originAt(tenant)}/api/auth/sso/acs`
    const json = await visitor.send(url, {
      method: 'POST',
      payload: { SAMLResponse: 'x', RelayState: 'y' },
    })
    expect(json.statusCode).toBe(415)
    const foreign = { origin: 'https://idp.example' }
    for (const path of ['/api/login', '/api/refresh-token', '/api/logout']) {
      const answer = await visitor.send(`${originAt(tenant)}${path}`, {
        method: 'POST',
        headers: foreign,
      })
      expect([path, answer.statusCode]).toEqual([path, 403])
    }
  })
})
