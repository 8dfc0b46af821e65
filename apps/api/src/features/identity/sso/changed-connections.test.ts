import { connections } from 'contract/connections'
import { SERVER_CLIENT_SECRET } from 'e2e/idp/oidc-provider'
import { IDP_PEOPLE } from 'e2e/idp/people'
import { aBrowser } from '#testing/browser.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { type TestUser, aSession, aUser, theTenant } from '#testing/factories.ts'
import { aSalesforceVisitor } from '#testing/salesforce.ts'
import { startSso } from '#testing/sso-fixture.ts'
import { SSO_SUCCESS, anOpenidVisitor, pathOf } from '#testing/sso.ts'

const s = await startSso('changed', { isSalesforce: true })
const EMAIL = IDP_PEOPLE[0]?.email ?? ''
const god = await aUser(s.t.db, { tenant: await theTenant(s.t.db, 'admin'), roles: ['god-admin'] })
let admin: TestUser
let other: TestUser
beforeEach(async () => {
  admin = await aUser(s.t.db, { tenant: s.tenant, roles: ['admin'], name: 'Ada' })
  other = await aUser(s.t.db, { tenant: s.tenant, roles: ['admin'] })
})

const at = (rest = '') => `/customers/${s.tenant.id}/connections${rest}`
const fresh = () => s.t.as(admin)
const stale = () => s.t.as(admin, { minutesAgo: 11 })
const body = (domain = 'new.example') => ({
  kind: 'oidc',
  domain,
  name: 'New',
  creates_users: true,
  issuer: s.otherOpenid.issuer,
  client_id: 'waymark-server',
  client_secret: SERVER_CLIENT_SECRET,
})
const connect = () => s.connect({}, s.otherOpenid)
const visitor = () => anOpenidVisitor(s.t, s.tenant)
const live = async ({ id }: { id: number }) => {
  const rows = await s.t.sql`select from sessions where user_id = ${id} and revoked_at is null`
  return rows.length
}
const textTo = async ({ email }: TestUser) => {
  const rows = await s.t.sql<{ text: string }>`select text from mails where recipient = ${email}`
  return rows.map(({ text }) => text).join('\n')
}

type Caller = ReturnType<typeof fresh>
const CHANGES: [
  what: string,
  change: (by: Caller, id: number) => Promise<{ status: number; code: string | undefined }>,
  said: RegExp,
][] = [
  [
    'adding a connection',
    (by) => by.post(at(), body()),
    /Ada added the single sign-on connection for new\.example/,
  ],
  [
    'changing a connection',
    (by, id) => by.patch(at(`/${id}`), { version: 1, name: 'Other' }),
    /Ada changed .* for harbour\.example/,
  ],
  [
    'turning a connection off',
    (by, id) => by.patch(at(`/${id}`), { version: 1, is_active: false }),
    /Ada turned off/,
  ],
  [
    'changing a connection and turning it off',
    (by, id) => by.patch(at(`/${id}`), { version: 1, name: 'Other', is_active: false }),
    /Ada changed and turned off the single/,
  ],
  ['removing a connection', (by, id) => by.delete(at(`/${id}`)), /Ada removed the single/],
  ['removing all links', (by, id) => by.delete(at(`/${id}/links`)), /Ada removed all links of/],
]

describe.each(CHANGES)('%s', (_, change, said) => {
  test('asks for the password if the sign-in is older than ten minutes', async () => {
    const id = await connect()
    expect(await change(stale(), id)).toMatchObject({ status: 409, code: 'proof-needed' })
    expect(await textTo(other)).toBe('')
    const [row] = await s.t.sql`select version, is_active from sso_connections where id = ${id}`
    expect(row).toEqual({ version: 1, is_active: true })
  })

  test('tells the other admins by mail, and not the one who did it', async () => {
    expect((await change(fresh(), await connect())).status).toBeLessThan(300)
    expect(await textTo(other)).toMatch(said)
    expect(await textTo(admin)).toBe('')
  })
})

describe('how users sign in', () => {
  const organisation = () => `/customers/${s.tenant.id}`
  const change = async (by: Caller, settings: object) => {
    const { body } = await by.get(organisation())
    const { version } = body as { version: number }
    return await by.patch(organisation(), { version, ...settings })
  }
  const CHANGED = [
    [{ is_mfa_required: false }, /Two-step verification is no longer required/],
    [{ sign_in_mode: 'credentials' }, /passwords only/],
  ] as const
  beforeEach(
    () => s.t.sql`update tenants set is_mfa_required = true, version = 1 where id = ${s.tenant.id}`,
  )

  test.each(CHANGED)(
    'needs a fresh confirmation and is told to the others: %j',
    async (settings, said) => {
      // Sessions of single sign-on need no two-step verification here.
      const by = s.t.as(admin, { method: 'sso', minutesAgo: 11 })
      expect((await change(by, settings)).code).toBe('sign-in-too-old')
      expect((await change(s.t.as(admin, { method: 'sso' }), settings)).status).toBe(200)
      expect(await textTo(other)).toMatch(said)
    },
  )

  test('turning single sign-on off ends its sessions, at other organisations too, unless they are kept', async () => {
    const works = await s.newTenant()
    const id = await s.connect({ people_tenant_id: works.id }, s.otherOpenid)
    const [older, salesforce, password, elsewhere, others] = [
      await aUser(s.t.db, { tenant: s.tenant }),
      await aUser(s.t.db, { tenant: s.tenant, email: IDP_PEOPLE[1]?.email ?? '' }),
      await aUser(s.t.db, { tenant: s.tenant }),
      await aUser(s.t.db, { tenant: works, email: EMAIL }),
      await aUser(s.t.db, { tenant: works }),
    ]
    await aSession(s.t.db, older, { method: 'sso' })
    await aSession(s.t.db, password)
    const made = await aSession(s.t.db, elsewhere, { method: 'sso' })
    await s.t.sql`update sessions set connection_id = ${id} where id = ${made}`
    const foreign = await aSession(s.t.db, others, { method: 'sso' })
    await s.t.sql`update sessions set connection_id = 1 where id = ${foreign}`
    await aSalesforceVisitor(s.t, s.openid, s.tenant).signIn('new')
    const all = [older, salesforce, password, elsewhere, others]
    const by = s.t.as(admin, { method: 'sso' })
    await change(by, { sign_in_mode: 'credentials', sessions: 'keep' })
    expect(await Promise.all(all.map(live))).toEqual([1, 1, 1, 1, 1])
    await change(by, { sign_in_mode: 'combined' })
    expect(await Promise.all(all.map(live))).toEqual([1, 1, 1, 1, 1])
    expect((await change(by, { sign_in_mode: 'credentials' })).status).toBe(200)
    expect(await Promise.all([...all, admin].map(live))).toEqual([0, 0, 1, 0, 1, 1])
    expect(await textTo(other)).toMatch(/single sign-on were signed out/)
    const [event] = await s.t.sql`select details from audit_events
      where action = 'organisation.changed' and tenant_id = ${s.tenant.id} order by id desc limit 1`
    expect(event).toMatchObject({ details: { ended: 3 } })
  })

  test('and what doesn’t concern it needs none', async () => {
    const by = s.t.as(admin, { method: 'sso', minutesAgo: 11 })
    expect((await change(by, { name: 'Renamed' })).status).toBe(200)
    expect(await textTo(other)).toBe('')
  })
})

describe('the sessions that a connection made', () => {
  test.each(['off', 'removed'])(
    'end when it is turned or %s, unless they are kept',
    async (how) => {
      const id = await connect()
      const user = await aUser(s.t.db, { tenant: s.tenant, email: EMAIL })
      expect(await visitor().signIn()).toBe(SSO_SUCCESS)
      const end = (sessions?: 'keep') =>
        how === 'off'
          ? fresh().patch(at(`/${id}`), { version: 1, is_active: false, sessions })
          : fresh().delete(at(`/${id}${sessions ? `?sessions=${sessions}` : ''}`))
      expect((await end('keep')).status).toBeLessThan(300)
      expect(await live(user)).toBe(1)
      await s.t.sql`update sso_connections set is_active = true, version = 1 where id = ${id}`
      if (how === 'removed') return
      expect((await end()).status).toBe(200)
      expect(await live(user)).toBe(0)
    },
  )

  test('end by default when it is removed, older ones included, but no others', async () => {
    const id = await connect()
    const second = await s.connect({ domain: 'elsewhere.example' }, s.otherOpenid)
    const [one, older, password, mine] = [
      await aUser(s.t.db, { tenant: s.tenant, email: EMAIL }),
      await aUser(s.t.db, { tenant: s.tenant }),
      await aUser(s.t.db, { tenant: s.tenant }),
      admin,
    ]
    await visitor().signIn()
    await visitor().signIn('stranger', 'elsewhere.example')
    await aSession(s.t.db, older, { method: 'sso' })
    await aSession(s.t.db, password)
    const salesforce = await aUser(s.t.db, { tenant: s.tenant, email: IDP_PEOPLE[1]?.email ?? '' })
    await aSalesforceVisitor(s.t, s.openid, s.tenant).signIn('new')
    expect(await live(salesforce)).toBe(1)
    expect((await s.t.as(mine, { method: 'sso' }).delete(at(`/${id}`))).status).toBe(204)
    const left = [one, older, password, salesforce, mine].map(live)
    expect(await Promise.all(left)).toEqual([0, 0, 1, 1, 1])
    const rows = await s.t.sql`select connection_id from sessions where tenant_id = ${s.tenant.id}
      and connection_id is not null and revoked_at is null`
    expect(rows).toEqual([{ connection_id: second }])
    const [event] = await s.t
      .sql`select details from audit_events where action = 'sso.removed' and tenant_id = ${s.tenant.id}`
    expect(event).toMatchObject({ details: { domain: 'harbour.example', ended: 2 } })
  })

  const TO_ANOTHER = { issuer: 'https://idp.example', client_secret: SERVER_CLIENT_SECRET }

  test('end when another provider vouches, which the others and the audit log are told', async () => {
    const id = await connect()
    const user = await aUser(s.t.db, { tenant: s.tenant, email: EMAIL })
    expect(await visitor().signIn()).toBe(SSO_SUCCESS)
    const move = (more: object) => fresh().patch(at(`/${id}`), { ...TO_ANOTHER, ...more })
    expect((await move({ version: 1, sessions: 'keep' })).status).toBe(200)
    expect(await live(user)).toBe(1)
    expect((await move({ version: 2, name: 'The same' })).status).toBe(200)
    expect(await live(user), 'the provider is the same').toBe(1)
    const back = { version: 3, issuer: s.otherOpenid.issuer, client_secret: SERVER_CLIENT_SECRET }
    expect((await fresh().patch(at(`/${id}`), back)).status).toBe(200)
    expect(await live(user)).toBe(0)
    expect(await textTo(other)).toMatch(/Ada changed the provider of the single/)
    const [event] = await s.t.sql`select details from audit_events
      where action = 'sso.changed' and tenant_id = ${s.tenant.id} order by id desc limit 1`
    expect(event).toMatchObject({ details: { ended: 1 } })
  })

  test('end at another organisation, where the handover led', async () => {
    const works = await s.newTenant()
    const id = await s.connect({ people_tenant_id: works.id }, s.otherOpenid)
    const user = await aUser(s.t.db, { tenant: works, email: EMAIL })
    const browser = visitor()
    let url = await browser.comeBack()
    for (let step = 0; step < 4; step += 1) url = await browser.open(url)
    expect([pathOf(url), await live(user)]).toEqual([SSO_SUCCESS, 1])
    expect((await s.t.as(god).patch(at(`/${id}`), { version: 1, is_active: false })).status).toBe(
      200,
    )
    expect(await live(user)).toBe(0)
  })

  test('passwords of its accounts work again after it is turned off', async () => {
    const id = await connect()
    const user = await aUser(s.t.db, { tenant: s.tenant, email: EMAIL })
    await visitor().signIn()
    const signIn = () => aBrowser(s.t.call, s.tenant.host).signIn(user.email)
    expect((await signIn()).statusCode).toBe(401)
    await fresh().patch(at(`/${id}`), { version: 1, is_active: false })
    expect((await signIn()).statusCode).toBe(200)
  })
})

describe('after the customer registered its application again', () => {
  const registerAgain = () =>
    s.t.sql`update identities set subject = 'before' where tenant_id = ${s.tenant.id}`
  let user: TestUser
  let id: number
  beforeEach(async () => {
    id = await connect()
    user = await aUser(s.t.db, { tenant: s.tenant, email: EMAIL })
    expect(await visitor().signIn()).toBe(SSO_SUCCESS)
    await registerAgain()
    await s.expectRefused(await visitor().signIn(), 'linked-elsewhere')
  })
  const details = async () => {
    const { body } = await fresh().get(`/users/${user.id}`)
    return body as { identities: { id: number; name: string }[] }
  }
  const linkedAgain = async () => {
    const browser = visitor()
    expect(await browser.signIn()).toBe(SSO_SUCCESS)
    expect((await browser.whoAmI()).id).toBe(user.id)
  }

  test('an admin removes one user’s link, and the next sign-in links the same account', async () => {
    const [link] = (await details()).identities
    expect(link?.name).toBe('harbour.example')
    const path = `/users/${user.id}/identities/${link?.id}`
    expect((await stale().delete(path)).code).toBe('proof-needed')
    expect((await fresh().delete(`/users/${user.id}/identities/1`)).status).toBe(404)
    expect((await fresh().delete(path)).status).toBe(204)
    expect(await live(user)).toBe(0)
    expect(await textTo(user)).toMatch(/removed the link between your account and harbour\.example/)
    expect(await s.auditActions()).toContain('identity.unlinked_by_admin')
    await linkedAgain()
  })

  test('an admin removes all links of the connection', async () => {
    await s.connect({ domain: 'elsewhere.example' }, s.otherOpenid)
    await visitor().signIn('stranger', 'elsewhere.example')
    const answer = await fresh().delete(at(`/${id}/links`))
    expect(answer.body).toEqual({ removed: 1 })
    expect(await textTo(user)).toMatch(/linked again/)
    expect(await s.identities()).toHaveLength(1)
    expect(await s.auditActions()).toContain('sso.unlinked')
    await linkedAgain()
  })

  test('links that belong to no connection are listed', async () => {
    await s.t.sql`update identities set connection_id = null where tenant_id = ${s.tenant.id}`
    const { unassigned } = connections.list.response.parse((await fresh().get(at())).body)
    expect(unassigned).toMatchObject([{ issuer: s.otherOpenid.issuer, user: { id: user.id } }])
  })
})
