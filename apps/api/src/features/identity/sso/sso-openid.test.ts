import { IDP_PEOPLE } from 'e2e/idp/people'
import { visitProvider } from 'e2e/idp/visit-provider'
import { beforeEach, describe, expect, test } from 'vitest'
import { aBrowser } from '#testing/browser.ts'
import { aUser, theTenant } from '#testing/factories.ts'
import { mailsTo } from '#testing/mailed.ts'
import { SWITCHES, startSso } from '#testing/sso-fixture.ts'
import {
  type OpenidVisitor,
  SSO_SUCCESS,
  allowSso,
  anOpenidVisitor,
  originAt,
  pathOf,
  ssoFailure,
} from '#testing/sso.ts'

const s = await startSso('acme')
const PLANT = IDP_PEOPLE[0]?.email ?? ''
let visitor: OpenidVisitor
beforeEach(() => void (visitor = anOpenidVisitor(s.t, s.tenant)))

const openPath = async (url: URL) => pathOf(await visitor.open(url))

describe('signing in', () => {
  test('an account with the same address is linked, gets a session and is told by mail', async () => {
    await s.connect()
    const user = await aUser(s.t.db, { tenant: s.tenant, email: PLANT.toUpperCase() })
    expect(await visitor.signIn()).toBe(SSO_SUCCESS)
    expect(await visitor.whoAmI()).toMatchObject({ id: user.id, email: user.email })
    expect(visitor.jarOf(s.tenant.host).get('pat_rt')).toMatch(/^\d+\./)
    expect(await s.sessions()).toMatchObject([{ user_id: user.id, method: 'sso' }])
    const [mail] = await mailsTo(s.t, user.email)
    expect(mail?.subject).toContain('A sign-in method was added')
  })

  test.each([
    ['off', 'is_active = false'],
    ["for another organisation's users", `people_tenant_id = (select min(id) from tenants)`],
  ])(
    'the password of a linked account signs in again once its connection is %s',
    async (_, change) => {
      const id = await s.connect()
      await aUser(s.t.db, { tenant: s.tenant, email: PLANT })
      const signIn = async () => await aBrowser(s.t.call, s.tenant.host).signIn(PLANT)
      expect((await signIn()).statusCode).toBe(200)
      await visitor.signIn()
      expect((await signIn()).json()).toMatchObject({ code: 'login-failed' })
      await s.t.owner.query(`update sso_connections set ${change} where id = $1`, [id])
      expect((await signIn()).statusCode).toBe(200)
    },
  )

  test('later sign-ins go by the subject, not by the address, and replace the session', async () => {
    await s.connect()
    const user = await aUser(s.t.db, { tenant: s.tenant, email: PLANT })
    await visitor.signIn()
    await s.t.sql`update users set email = 'new@harbour.example' where id = ${user.id}`
    expect(await visitor.signIn()).toBe(SSO_SUCCESS)
    expect((await visitor.whoAmI()).id).toBe(user.id)
    const open = await s.t
      .sql`select from sessions where user_id = ${user.id} and revoked_at is null`
    expect([open.length, (await s.sessions()).length]).toEqual([1, 2])
  })

  test('a deep link is kept until the end', async () => {
    await s.connect()
    const start = `${originAt(s.tenant)}/api/auth/sso/harbour.example/start`
    const provider = await visitor.open(`${start}?redirect=%2Fsettings%3Fa%3D1`)
    const end = await openPath(await visitProvider(provider.href, 'plant'))
    expect(end).toBe(`${SSO_SUCCESS}?redirect=%2Fsettings%3Fa%3D1`)
  })

  test('a new user has the plain role and still has to accept the terms', async () => {
    await s.connect()
    expect(await visitor.signIn('new')).toBe(SSO_SUCCESS)
    expect(await visitor.whoAmI()).toMatchObject({
      name: 'New Colleague',
      email: 'new.colleague@harbour.example',
      roles: [{ name: 'user' }],
      tc_accepted: false,
    })
  })

  test.each([
    ['of another domain', 'stranger', 'other-domain'],
    ['that is not verified', 'unverified', 'unverified'],
  ] as const)('an address %s is refused', async (_, hint, reason) => {
    await s.connect()
    const email = IDP_PEOPLE.find((each) => each.hint === hint)?.email ?? ''
    await aUser(s.t.db, { tenant: s.tenant, email })
    await s.expectRefused(await visitor.signIn(hint), reason)
  })

  test('the domain chooses the connection', async () => {
    await s.connect()
    await s.connect({ domain: 'elsewhere.example' }, s.otherOpenid)
    const provider = await visitor.open(
      `${originAt(s.tenant)}/api/auth/sso/ELSEWHERE.example/start`,
    )
    expect(provider.origin).toBe(s.otherOpenid.issuer)
    expect(await visitor.signIn('stranger', 'elsewhere.example')).toBe(SSO_SUCCESS)
    const { body } = await s.t.at(s.tenant.host).get('/auth/sso/connections')
    const domains = ['elsewhere.example', 'harbour.example']
    expect(body).toMatchObject({ connections: domains.map((domain) => ({ domain, name: domain })) })
  })
})

describe('no sign-in', () => {
  test("by an unknown domain, an inactive connection or another organisation's connection", async () => {
    await s.connect({ is_active: false })
    await s.connect({ tenant: await s.newTenant(), domain: 'next.example' })
    for (const domain of ['harbour.example', 'next.example', 'nobody.example', 'x'])
      await s.expectRefused(await visitor.signIn('plant', domain), 'unknown-domain')
  })

  test('where only passwords are allowed: no domain is listed', async () => {
    await allowSso(s.t.db, s.tenant, 'credentials')
    await s.connect()
    const { body } = await s.t.at(s.tenant.host).get('/auth/sso/connections')
    expect(body).toEqual({ connections: [], has_salesforce: false })
    expect(await visitor.signIn()).toBe(ssoFailure('unknown-domain'))
  })

  test("at the platform's host", async () => {
    const platform = await theTenant(s.t.db, 'admin')
    await allowSso(s.t.db, platform)
    await s.connect({ tenant: platform })
    expect(await anOpenidVisitor(s.t, platform).signIn()).toBe(ssoFailure('unknown-domain'))
  })

  test.each(SWITCHES)('once %s is switched off on the way', async (what) => {
    await s.connect()
    const back = await visitor.comeBack()
    const reason = await s.switchOff(what)
    expect(await openPath(back)).toBe(ssoFailure(reason))
  })
})

describe('state and browser', () => {
  beforeEach(async () => void (await s.connect()))

  test('a state works once', async () => {
    const back = await visitor.comeBack()
    expect(await openPath(back)).toBe(SSO_SUCCESS)
    await s.expectRefused(await openPath(back), 'expired')
  })

  test('of 32 parallel callbacks one signs in', async () => {
    const back = await visitor.comeBack()
    const ends = await Promise.all(Array.from({ length: 32 }, () => openPath(back)))
    expect(ends.toSorted()).toEqual([...Array(31).fill(ssoFailure('expired')), SSO_SUCCESS])
  })

  test('a missing, unknown or expired state is refused', async () => {
    const back = await visitor.comeBack()
    for (const state of ['x', 'A'.repeat(43)]) {
      const forged = new URL(back)
      forged.searchParams.set('state', state)
      expect(await openPath(forged)).toBe(ssoFailure('expired'))
    }
    const dropped = new URL(back)
    dropped.searchParams.delete('state')
    await s.expectRefused(
      await openPath(dropped),
      'misconfigured',
      /no state\. Check that the provider/,
    )
    dropped.search = ''
    expect(await openPath(dropped)).toBe(ssoFailure('expired'))
    await s.t.sql`update sso_transactions set expires_at = now() - interval '1 second'`
    expect(await openPath(back)).toBe(ssoFailure('expired'))
  })

  test('another browser cannot finish a sign-in, and its attempt ends the sign-in', async () => {
    const back = await visitor.comeBack()
    const other = anOpenidVisitor(s.t, s.tenant)
    expect(pathOf(await other.open(back))).toBe(ssoFailure('expired'))
    expect(await openPath(back)).toBe(ssoFailure('expired'))
  })

  test('a sign-in cannot end at another host', async () => {
    const neighbour = await s.newTenant()
    const back = await visitor.comeBack()
    for (const [name, value] of visitor.jarOf(s.tenant.host))
      visitor.jarOf(neighbour.host).set(name, value)
    const moved = new URL(back.href.replace(s.tenant.host, neighbour.host))
    expect(await openPath(moved)).toBe(ssoFailure('expired'))
  })

  test('two tabs can sign in at the same time', async () => {
    const [one, two] = [await visitor.comeBack('plant'), await visitor.comeBack('new')]
    expect([await openPath(one), await openPath(two)]).toEqual([SSO_SUCCESS, SSO_SUCCESS])
  })

  test('state and browser are stored as hashes', async () => {
    const back = await visitor.comeBack()
    const rows = await s.t.sql`select json_agg(x)::text from sso_transactions x`
    expect(JSON.stringify(rows)).not.toContain(back.searchParams.get('state'))
    expect(JSON.stringify(rows)).not.toContain(visitor.jarOf(s.tenant.host).get('sso_tx'))
  })
})
