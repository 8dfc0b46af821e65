import { visitProvider } from 'e2e/idp/visit-provider'
import { IDP_PEOPLE } from 'e2e/idp/people'
import { type OidcProvider, startOidcProvider } from 'e2e/idp/oidc-provider'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type TestTenant, aTenant, aUser, theTenant } from '#testing/factories.ts'
import { mailsTo } from '#testing/mailed.ts'
import {
  type OpenidVisitor,
  SSO_SUCCESS,
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
let provider: OidcProvider
let other: OidcProvider
let tenant: TestTenant
let visitor: OpenidVisitor
let made = 0

const ORIGINS = Array.from({ length: 60 }, (_, n) => `http://acme${n}.localhost:4003`)
const PLANT = IDP_PEOPLE[0]?.email ?? ''

beforeAll(async () => {
  t = await startTestApp({ works: false })
  provider = await startOidcProvider({ origins: ORIGINS })
  other = await startOidcProvider({ origins: ORIGINS })
})
afterAll(async () => {
  await provider.stop()
  await other.stop()
  await t.close()
})
beforeEach(async () => {
  tenant = await aTenant(t.db, { domain: `acme${made++}` })
  await allowSso(t.db, tenant)
  visitor = anOpenidVisitor(t, tenant)
})
afterEach(() => {
  provider.rewriteToken = undefined
  other.rewriteToken = undefined
})

const connect = (wish: Partial<Parameters<typeof anOpenidConnection>[3]> = {}, idp = provider) =>
  anOpenidConnection(t.db, t.app.secrets, idp, { tenant, ...wish })

describe('signing in', () => {
  test('somebody with an account of that address gets a session, and a page that takes its token over', async () => {
    await connect()
    const user = await aUser(t.db, { tenant, email: PLANT.toUpperCase() })
    expect(await visitor.signIn()).toBe(SSO_SUCCESS)
    expect(await visitor.whoAmI()).toMatchObject({ id: user.id, email: user.email })
    expect(visitor.jarOf(tenant.host).get('__Host-pat_rt')).toMatch(/^\d+\./)
    const { method } = await t.db
      .selectFrom('sessions')
      .select('method')
      .where('user_id', '=', user.id)
      .executeTakeFirstOrThrow()
    expect(method).toBe('sso')
  })

  test('whose account is linked by that is told by mail', async () => {
    await connect()
    const user = await aUser(t.db, { tenant, email: PLANT })
    await visitor.signIn()
    await visitor.signIn()
    const mails = await mailsTo(t, user.email)
    expect(mails[0]?.subject).toBe('A way to sign in was added')
  })

  test('the second time the subject decides, not the address', async () => {
    await connect()
    const user = await aUser(t.db, { tenant, email: PLANT })
    await visitor.signIn()
    await t.db
      .updateTable('users')
      .set({ email: 'new.address@harbour.example' })
      .where('id', '=', user.id)
      .execute()
    expect(await visitor.signIn()).toBe(SSO_SUCCESS)
    expect((await visitor.whoAmI()).id).toBe(user.id)
  })

  test('a deep link is kept until the end', async () => {
    await connect()
    const asked = await visitor.open(
      `${originAt(tenant)}/api/auth/sso/harbour.example/start?redirect=%2Fsettings%3Fa%3D1`,
    )
    const end = await visitor.open(await visitProvider(asked.href, 'plant'))
    expect(pathOf(end)).toBe(`${SSO_SUCCESS}?redirect=%2Fsettings%3Fa%3D1`)
  })

  test('a newcomer becomes a plain user who has not accepted the terms, where the connection makes users', async () => {
    await connect()
    expect(await visitor.signIn('new')).toBe(SSO_SUCCESS)
    expect(await visitor.whoAmI()).toMatchObject({
      name: 'New Colleague',
      email: 'new.colleague@harbour.example',
      roles: [{ name: 'user' }],
      tc_accepted: false,
    })
  })

  test('a newcomer is refused where it makes none', async () => {
    await connect({ createsUsers: false })
    expect(await visitor.signIn('new')).toBe(ssoFailure('no-account'))
    expect(await lastRefusal(t.db, tenant)).toMatchObject({ reason: 'no-account' })
  })

  test.each([
    ['an address of another domain', 'stranger'],
    ['an address that is not verified', 'unverified'],
  ])('%s is refused', async (_, hint) => {
    await connect()
    const email = IDP_PEOPLE.find((person) => person.hint === hint)?.email ?? ''
    await aUser(t.db, { tenant, email })
    expect(await visitor.signIn(hint)).toBe(ssoFailure('no-account'))
    expect(await lastRefusal(t.db, tenant)).toMatchObject({ reason: 'no-account' })
  })

  test('a deactivated account stays shut, known or new to the provider', async () => {
    await connect()
    const user = await aUser(t.db, { tenant, email: PLANT, isActive: false })
    expect(await visitor.signIn()).toBe(ssoFailure('inactive'))
    await t.db.updateTable('users').set({ is_active: true }).where('id', '=', user.id).execute()
    expect(await visitor.signIn()).toBe(SSO_SUCCESS)
    await t.db.updateTable('users').set({ is_active: false }).where('id', '=', user.id).execute()
    expect(await visitor.signIn()).toBe(ssoFailure('inactive'))
    expect(await lastRefusal(t.db, tenant)).toMatchObject({ reason: 'inactive' })
  })

  test.each(['god-admin', 'auditor'] as const)(
    'an account with the role %s is not linked by its address',
    async (role) => {
      await connect()
      await aUser(t.db, { tenant, email: PLANT, roles: [role] })
      expect(await visitor.signIn()).toBe(ssoFailure('no-account'))
    },
  )

  test('an account that another subject of the issuer has is not taken over', async () => {
    await connect()
    await aUser(t.db, { tenant, email: PLANT })
    await visitor.signIn()
    await t.db
      .updateTable('identities')
      .set({ subject: 'somebody else' })
      .where('tenant_id', '=', tenant.id)
      .execute()
    expect(await visitor.signIn()).toBe(ssoFailure('linked-elsewhere'))
  })

  test('of several connections the domain chooses', async () => {
    await connect()
    await connect({ domain: 'elsewhere.example' }, other)
    const asked = await visitor.open(`${originAt(tenant)}/api/auth/sso/ELSEWHERE.example/start`)
    expect(asked.origin).toBe(other.issuer)
    expect(await visitor.signIn('stranger', 'elsewhere.example')).toBe(SSO_SUCCESS)
    const { body } = await t.at(tenant.host).get('/auth/sso/connections')
    expect(body).toEqual({
      connections: [
        { domain: 'elsewhere.example', name: 'elsewhere.example' },
        { domain: 'harbour.example', name: 'harbour.example' },
      ],
    })
  })
})

describe('where it is off', () => {
  test('an unknown domain, a connection that is switched off, another tenant’s domain', async () => {
    await connect({ isActive: false })
    const neighbour = await aTenant(t.db, { domain: `acme${made++}` })
    await connect({ tenant: neighbour, domain: 'next.example' })
    for (const domain of ['harbour.example', 'next.example', 'nobody.example', 'x']) {
      expect(await visitor.signIn('plant', domain)).toBe(ssoFailure('unknown-domain'))
    }
    expect(await lastRefusal(t.db, tenant)).toMatchObject({ reason: 'unknown-domain' })
  })

  test('passwords only: no domain is offered and none works', async () => {
    await allowSso(t.db, tenant, 'credentials')
    await connect()
    expect((await t.at(tenant.host).get('/auth/sso/connections')).body).toEqual({ connections: [] })
    expect(await visitor.signIn()).toBe(ssoFailure('unknown-domain'))
  })

  test('never on the platform’s host', async () => {
    const platform = await theTenant(t.db, 'admin')
    await allowSso(t.db, platform)
    await connect({ tenant: platform })
    visitor = anOpenidVisitor(t, platform)
    expect(await visitor.signIn()).toBe(ssoFailure('unknown-domain'))
  })

  test('switching it off ends what is under way', async () => {
    const id = await connect()
    const back = await visitor.comeBack()
    await t.db
      .updateTable('sso_connections')
      .set({ is_active: false })
      .where('id', '=', id)
      .execute()
    expect(pathOf(await visitor.open(back))).toBe(ssoFailure('unknown-domain'))
  })
})

describe('state and browser', () => {
  test('a state is good once', async () => {
    await connect()
    const back = await visitor.comeBack()
    expect(pathOf(await visitor.open(back))).toBe(SSO_SUCCESS)
    expect(pathOf(await visitor.open(back))).toBe(ssoFailure('expired'))
    expect(await lastRefusal(t.db, tenant)).toMatchObject({ reason: 'expired' })
  })

  test('of 32 at once exactly one signs in', async () => {
    await connect()
    const back = await visitor.comeBack()
    const ends = await Promise.all(Array.from({ length: 32 }, () => visitor.open(back)))
    expect(ends.filter((end) => pathOf(end) === SSO_SUCCESS)).toHaveLength(1)
    expect(ends.filter((end) => pathOf(end) === ssoFailure('expired'))).toHaveLength(31)
  })

  test('no state, a state that never was, one that is too old', async () => {
    await connect()
    const back = await visitor.comeBack()
    for (const state of [undefined, 'x', 'A'.repeat(43)]) {
      const forged = new URL(back)
      if (state === undefined) forged.searchParams.delete('state')
      else forged.searchParams.set('state', state)
      expect(pathOf(await visitor.open(forged))).toBe(ssoFailure('expired'))
    }
    await t.owner.query(`update sso_transactions set expires_at = now() - interval '1 second'`)
    expect(pathOf(await visitor.open(back))).toBe(ssoFailure('expired'))
  })

  test('another browser can neither finish a sign-in nor leave it usable', async () => {
    await connect()
    const back = await visitor.comeBack()
    expect(pathOf(await anOpenidVisitor(t, tenant).open(back))).toBe(ssoFailure('expired'))
    expect(pathOf(await visitor.open(back))).toBe(ssoFailure('expired'))
  })

  test('a sign-in ends on the host where it began', async () => {
    await connect()
    const neighbour = await aTenant(t.db, { domain: `acme${made++}` })
    await allowSso(t.db, neighbour)
    const back = await visitor.comeBack()
    const moved = new URL(back.href.replace(tenant.host, neighbour.host))
    for (const [name, value] of visitor.jarOf(tenant.host))
      visitor.jarOf(neighbour.host).set(name, value)
    expect(pathOf(await visitor.open(moved))).toBe(ssoFailure('expired'))
  })

  test('two tabs can sign in at the same time', async () => {
    await connect()
    const [one, two] = [await visitor.comeBack('plant'), await visitor.comeBack('new')]
    expect(pathOf(await visitor.open(one))).toBe(SSO_SUCCESS)
    expect(pathOf(await visitor.open(two))).toBe(SSO_SUCCESS)
  })

  test('what is kept of state and browser are hashes', async () => {
    await connect()
    const back = await visitor.comeBack()
    const { rows } = await t.owner.query<{ all: string }>(
      'select json_agg(x)::text as all from sso_transactions x',
    )
    expect(rows[0]?.all).not.toContain(back.searchParams.get('state'))
    expect(rows[0]?.all).not.toContain(visitor.jarOf(tenant.host).get('__Host-sso_tx'))
  })
})
