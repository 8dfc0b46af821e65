import { beforeEach, expect, test } from 'vitest'
import { type TestTenant, type TestUser, aTenant, aUser, theTenant } from '#testing/factories.ts'
import { startSso } from '#testing/sso-fixture.ts'

const s = await startSso('told')
const god = await aUser(s.t.db, {
  tenant: await theTenant(s.t.db, 'admin'),
  roles: ['god-admin'],
  name: 'Grace',
})
const as = () => s.t.as(god)
const at = (rest = '') => `/customers/${s.tenant.id}/connections${rest}`

type Place = TestTenant & { name: string; admin: TestUser }
let group: Place
let works: Place
let yard: Place
beforeEach(async () => {
  ;[group, works, yard] = [
    await withAdmin('Group', s.tenant),
    await withAdmin('Works', await s.newTenant()),
    await withAdmin('Yard', await aTenant(s.t.db)),
  ]
})
async function withAdmin(name: string, tenant: TestTenant): Promise<Place> {
  await s.t.sql`update tenants set name = ${name} where id = ${tenant.id}`
  return { ...tenant, name, admin: await aUser(s.t.db, { tenant, roles: ['admin'] }) }
}

/** The last mail to the organisation's admin, sent in its own name. */
async function textTo({ id, admin }: Place): Promise<string | undefined> {
  const [last] = await s.t.sql<{ text: string }>`
    select text from mails where tenant_id = ${id} and recipient = ${admin.email} order by id desc limit 1`
  return last?.text
}
async function told(): Promise<(string | undefined)[]> {
  return await Promise.all([group, works, yard].map(textTo))
}

const BODY = {
  kind: 'saml',
  domain: 'works.example',
  name: 'Works',
  issuer: 'https://idp.example',
  entry_point: 'http://127.0.0.1:1/sso',
  creates_users: true,
}
const patch = (change: object) => async (id: number) =>
  await as().patch(at(`/${id}`), { version: 1, ...change })

type Change = (id: number) => Promise<{ status: number }>
const CHANGES: [what: string, change: Change, done: string][] = [
  [
    'added',
    async () =>
      await as().post(at(), {
        ...BODY,
        idp_certificate: s.saml.certificate,
        people_of: works.id,
      }),
    'added the single sign-on connection for works.example',
  ],
  ['changed', patch({ name: 'Renamed' }), 'changed the'],
  ['turned off', patch({ is_active: false }), 'turned off the'],
  ['changed and turned on', patch({ name: 'Renamed', is_active: true }), 'changed and turned on'],
  ['unlinked', (id) => as().delete(at(`/${id}/links`)), 'removed all links of the'],
  ['removed', (id) => as().delete(at(`/${id}`)), 'removed the'],
]

test.each(CHANGES)(
  'a connection that is %s is told to the admins of the organisation whose users it signs in',
  async (_, change, done) => {
    const id = await s.connect({ people_tenant_id: works.id })
    expect((await change(id)).status).toBeLessThan(300)
    const [owner, people, others] = await told()
    const signsIn = 'This affects who can sign in at Works.'
    expect(owner).toContain(`Grace ${done}`)
    expect(owner).toContain(signsIn)
    expect(people).toContain(`Grace ${done}`)
    expect(people).toContain(`${signsIn} The connection belongs to Group.`)
    // The page of their own organisation doesn’t list it.
    expect(people).not.toContain('/admin/organisation')
    expect(others).toBeUndefined()
  },
)

test.each([
  ['another organisation', () => yard.id, 'Yard'],
  ['its own users', () => null, 'Group'],
])('a connection that is led to %s is told to former and new ones', async (_, of, name) => {
  const id = await s.connect({ people_tenant_id: works.id })
  expect((await patch({ people_of: of() })(id)).status).toBe(200)
  const texts = (await told()).filter((text) => text !== undefined)
  expect(texts).toHaveLength(name === 'Yard' ? 3 : 2)
  for (const text of texts)
    expect(text).toContain(
      `The connection now controls who can sign in at ${name}, and no longer at Works.`,
    )
})

test('of a connection that is led to others while it is off, no one hears that it signs in', async () => {
  const id = await s.connect({ people_tenant_id: works.id })
  await s.t.sql`update sso_connections set is_active = false where id = ${id}`
  expect((await patch({ people_of: yard.id })(id)).status).toBe(200)
  for (const text of (await told()).filter((text) => text !== undefined))
    expect(text).toContain(
      'The connection was for users of Works and is now for users of Yard. It is turned off, so no one can sign in with it.',
    )
})

test('an admin who removes it is told nothing, the others are', async () => {
  const id = await s.connect({ people_tenant_id: works.id })
  expect((await s.t.as(group.admin).delete(at(`/${id}`))).status).toBe(204)
  const [owner, people] = await told()
  expect([owner, people]).toEqual([undefined, expect.stringContaining('removed the')])
})

test('suspending its organisation is told to the admins of those who signed in there', async () => {
  await s.connect({ people_tenant_id: works.id })
  await s.connect({ domain: 'own.example' })
  await s.connect({ domain: 'off.example', people_tenant_id: yard.id, is_active: false })
  const path = `/customers/${group.id}/suspension`
  expect((await as().post(path)).status).toBe(200)
  expect(await told()).toEqual([
    undefined,
    expect.stringContaining(
      'Grace suspended Group, which turned off the single sign-on connection for harbour.example. This affects who can sign in at Works.',
    ),
    undefined,
  ])
  expect((await as().delete(path)).status).toBe(200)
  expect(await textTo(works)).toContain('Grace reopened Group, which turned on the single')
})
