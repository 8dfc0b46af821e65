import { IDP_PEOPLE } from 'e2e/idp/people'
import { beforeEach, describe, expect, test } from 'vitest'
import { PASSWORD, type TestTenant, type TestUser, aUser, theTenant } from '#testing/factories.ts'
import { anOwner } from '#testing/linking.ts'
import { startSso } from '#testing/sso-fixture.ts'
import {
  SSO_SUCCESS,
  aSamlVisitor,
  anOpenidVisitor,
  lastRefusal,
  pathOf,
  ssoFailure,
} from '#testing/sso.ts'
import { whileHeld } from '#testing/while-held.ts'

const s = await startSso('connrace')
const EMAIL = IDP_PEOPLE[0]?.email ?? ''
const god = await aUser(s.t.db, { tenant: await theTenant(s.t.db, 'admin'), roles: ['god-admin'] })
const SAML_EMAIL =
  IDP_PEOPLE.find(({ email }) => email.endsWith('@harbour-saml.example'))?.email ?? ''
let works: TestTenant
let id: number
beforeEach(async () => {
  works = await s.newTenant()
})

const at = (rest = '') => `/customers/${s.tenant.id}/connections/${id}${rest}`
const patch = (change: () => object) => async () =>
  await s.t.as(god).patch(at(), { version: 1, ...change() })
const ENDS: Record<string, () => Promise<{ status: number }>> = {
  'turned off': patch(() => ({ is_active: false })),
  removed: () => s.t.as(god).delete(at()),
  'unlinked from all': () => s.t.as(god).delete(at('/links')),
  'led to other users': patch(() => ({ people_of: third.id })),
}
const third = await s.newTenant()
const left = async ({ id: userId }: Pick<TestUser, 'id'>) => ({
  sessions: (
    await s.t
      .sql`select from sessions where user_id = ${userId} and method = 'sso' and revoked_at is null`
  ).length,
  links: (await s.t.sql`select from identities where user_id = ${userId}`).length,
})

/** A user, and what is left of their sign-in: it ends at the page that its answer leads to. */
type Door = () => Promise<{ user: TestUser; goOn: () => Promise<string> }>
const openid =
  (steps: number, people?: () => TestTenant): Door =>
  async () => {
    const people_tenant_id = people?.().id ?? null
    id = await s.connect({ people_tenant_id })
    const user = await aUser(s.t.db, { tenant: people?.() ?? s.tenant, email: EMAIL })
    const visitor = anOpenidVisitor(s.t, s.tenant)
    let url = await visitor.comeBack()
    for (let step = 0; step < steps; step += 1) url = await visitor.open(url)
    const goOn = async () => {
      while (url.pathname.startsWith('/api/')) url = await visitor.open(url)
      return pathOf(url)
    }
    return { user, goOn }
  }
const DOORS: Record<string, Door> = {
  'by OpenID': openid(0),
  'by SAML': async () => {
    id = await s.connectSaml()
    const user = await aUser(s.t.db, { tenant: s.tenant, email: SAML_EMAIL })
    const visitor = aSamlVisitor(s.t.call, s.tenant)
    const finish = await visitor.post(await visitor.ask())
    return { user, goOn: async () => pathOf(await visitor.open(finish)) }
  },
  'for another host': openid(0, () => works),
  'at the approval of a handover': openid(2, () => works),
  'with the code of a handover': openid(3, () => works),
}
const linking: Door = async () => {
  id = await s.connect()
  const user = await aUser(s.t.db, { tenant: s.tenant })
  const me = await anOwner(s.t, user, {})
  const back = await me.leave({ password: PASSWORD })
  return { user, goOn: () => me.come(back) }
}

/** Holds the sign-in where it needs its user, and lets `end` begin there. */
async function signInDuring(
  { user, goOn }: Awaited<ReturnType<Door>>,
  end: () => Promise<{ status: number }>,
) {
  const rows = { table: 'users' as const, ids: [user.id] }
  const ended = async () => expect((await end()).status).toBeLessThan(300)
  await whileHeld(s.t, { rows, waiting: 1, other: ended }, goOn)
}

const cases = Object.keys(DOORS).flatMap((door) => Object.keys(ENDS).map((end) => ({ door, end })))

test.each(cases)(
  'a sign-in $door leaves no session when its connection is $end in the same moment',
  async ({ door, end }) => {
    const visit = await (DOORS[door] ?? linking)()
    await signInDuring(visit, ENDS[end] ?? patch(() => ({})))
    // Turned on again, it signs the same users in.
    const { sessions, links } = await left(visit.user)
    expect([sessions, end === 'turned off' || links === 0]).toEqual([0, true])
  },
)

test.each(['removed', 'unlinked from all', 'led to other users'])(
  'no link is left when the connection is %s while a user links it',
  async (end) => {
    const visit = await linking()
    await signInDuring(visit, ENDS[end] ?? patch(() => ({})))
    expect(await left(visit.user)).toMatchObject({ links: 0 })
  },
)

/** The organisation whose users sign in, and what two first sign-ins of the same user wait for. */
const FIRST: Record<string, () => Promise<{ people: TestTenant; rows: HeldRows }>> = {
  'a new user': async () => ({ people: s.tenant, rows: { table: 'tenants', ids: [s.tenant.id] } }),
  'a new user of another host': async () => ({
    people: works,
    rows: { table: 'tenants', ids: [works.id] },
  }),
  'a user with an account': async () => {
    const user = await aUser(s.t.db, { tenant: s.tenant, email: EMAIL })
    return { people: s.tenant, rows: { table: 'users', ids: [user.id] } }
  },
}
type HeldRows = Parameters<typeof whileHeld>[1]['rows']

test.each(Object.entries(FIRST))(
  'two browsers in which %s signs in for the first time at the same moment reach one account',
  async (_, arrange) => {
    const { people, rows } = await arrange()
    await s.connect({ people_tenant_id: people === s.tenant ? null : people.id })
    const visitors = [anOpenidVisitor(s.t, s.tenant), anOpenidVisitor(s.t, s.tenant)]
    const backs = await Promise.all(visitors.map((one) => one.comeBack()))
    const finish = async () =>
      await Promise.all(backs.map(async (back, at) => await visitors[at]?.open(back)))
    const ends = await whileHeld(s.t, { rows, waiting: 2 }, finish)
    for (const end of ends) expect(end && pathOf(end)).not.toContain('/auth/sso/callback?reason')
    const users = await s.t.sql`select email from users where tenant_id = ${people.id}`
    expect(users).toEqual([{ email: EMAIL }])
    expect(await s.t.sql`select from identities where tenant_id = ${people.id}`).toHaveLength(1)
  },
)

const CHANGES: typeof ENDS = {
  ...ENDS,
  'given another provider': patch(() => ({ issuer: 'https://other.example', client_secret: 'x' })),
  'given another client': patch(() => ({ client_id: 'other' })),
  'told to require a method': patch(() => ({ required_contexts: ['phr'] })),
  'told to create no users': patch(() => ({ creates_users: false })),
}

describe('while the provider’s answer is verified', () => {
  /** The answer’s tokens are on their way when the change is made. */
  const changeThen = (change: () => Promise<{ status: number }>) => {
    s.openid.rewriteToken = async (answer) => {
      expect((await change()).status).toBeLessThan(300)
      return answer
    }
  }

  test.each(Object.entries(CHANGES))(
    'a connection that is %s signs in and creates no one',
    async (_, change) => {
      id = await s.connect()
      changeThen(change)
      const visitor = anOpenidVisitor(s.t, s.tenant)
      await s.expectRefused(await visitor.signIn(), 'changed', /changed|turned off|removed/)
      expect(await s.t.sql`select from users where tenant_id = ${s.tenant.id}`).toEqual([])
    },
  )

  test('a connection for another host hands no one over', async () => {
    const visit = await openid(0, () => works)()
    changeThen(patch(() => ({ people_of: third.id })))
    expect(await visit.goOn()).toBe(ssoFailure('changed'))
    expect(await left(visit.user)).toEqual({ sessions: 0, links: 0 })
  })

  test('a connection that is turned off links no one', async () => {
    const visit = await linking()
    changeThen(patch(() => ({ is_active: false })))
    expect(await visit.goOn()).toBe('/settings?link=changed')
    expect((await lastRefusal(s.t.db, s.tenant, 'identity.rejected'))?.reason).toBe('changed')
    expect(await left(visit.user)).toMatchObject({ links: 0 })
  })

  test('a connection with another name goes on', async () => {
    id = await s.connect()
    changeThen(patch(() => ({ name: 'Renamed' })))
    expect(await anOpenidVisitor(s.t, s.tenant).signIn()).toBe(SSO_SUCCESS)
  })
})
