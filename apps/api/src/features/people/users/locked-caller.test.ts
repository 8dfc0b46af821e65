import { expect, test } from 'vitest'
import { type TestUser, aTenant, aUser, theTenant } from '#testing/factories.ts'
import { testApp } from '#testing/test-app.ts'
import { whileHeld } from '#testing/while-held.ts'

const t = await testApp({ works: false })
const platform = await theTenant(t.db, 'admin')
const elsewhere = await aTenant(t.db)
const LABELS = { name: 'Ida', domain: 'example.org', kind: 'oidc' as const }
const CONNECTION = {
  ...LABELS,
  issuer: 'https://id.example.org',
  client_id: 'waymark',
  creates_users: false,
}

type Caller = ReturnType<typeof t.as>

/** Signed in, because a new session would wait for the user's row. */
async function signedIn(user: TestUser): Promise<Caller> {
  const caller = t.as(user)
  await caller.get('/user')
  return caller
}

/** What an admin does to another user. */
const TO_A_USER = {
  'sets roles': (by: Caller, { id }: TestUser) =>
    by.put(`/users/${id}/roles`, { version: 1, roles: ['user'] }),
  'sets roles of several': (by: Caller, { id }: TestUser) =>
    by.post('/users/changes', { ids: [id], change: 'set-roles', roles: ['user'] }),
  deactivates: (by: Caller, { id }: TestUser) =>
    by.post('/users/changes', { ids: [id], change: 'deactivate' }),
  removes: (by: Caller, { id }: TestUser) => by.delete(`/users/${id}`),
  'removes several': (by: Caller, { id }: TestUser) => by.post('/users/removals', { ids: [id] }),
}

/** What else gives, changes or ends access. */
const OTHERWISE = {
  'edits the address': (by: Caller, { id }: TestUser) =>
    by.patch(`/users/${id}`, { version: 1, name: 'Ida', email: 'mine@example.org' }),
  'sends a password link': (by: Caller, { id }: TestUser) => by.post(`/users/${id}/password-link`),
  'sends several password links': (by: Caller, { id }: TestUser) =>
    by.post('/users/password-links', { ids: [id] }),
  'resets two-step verification': (by: Caller, { id }: TestUser) => by.delete(`/users/${id}/mfa`),
  'creates a user': (by: Caller, { tenantId }: TestUser) =>
    by.post('/users', {
      name: 'Mine',
      email: 'mine@example.org',
      roles: ['admin'],
      tenant_id: tenantId,
    }),
  invites: (by: Caller, { tenantId }: TestUser) =>
    by.post('/invitations', {
      emails: ['invited@example.org'],
      roles: ['admin'],
      tenant_id: tenantId,
    }),
  'connects a provider': (by: Caller, { tenantId }: TestUser) =>
    by.post(`/customers/${tenantId}/connections`, CONNECTION),
}

async function twoAdmins() {
  const tenant = await aTenant(t.db)
  const [one, other] = [
    await aUser(t.db, { tenant, roles: ['admin'] }),
    await aUser(t.db, { tenant, roles: ['admin'] }),
  ]
  return { tenant, one, other, asOne: await signedIn(one), asOther: await signedIn(other) }
}

const held = <T>(ids: number[], waiting: number, send: () => Promise<T>, before?: string) =>
  whileHeld(t, { rows: { table: 'users', ids }, waiting, before }, send)

async function activeAdmins({ id }: { id: number }): Promise<number> {
  const rows = await t.sql`select from users where tenant_id = ${id} and is_active
    and removed_at is null and 'admin' = any(roles)`
  return rows.length
}

test.each(Object.keys(TO_A_USER) as (keyof typeof TO_A_USER)[])(
  'when each of two admins %s the other at the same moment, one of them stays an admin',
  async (name) => {
    const { tenant, one, other, asOne, asOther } = await twoAdmins()
    const does = TO_A_USER[name]
    const answers = await held([one.id, other.id], 2, () =>
      Promise.all([does(asOne, other), does(asOther, one)]),
    )
    const statuses = answers.map(({ status }) => status)
    expect([200, 204]).toContain(Math.min(...statuses))
    expect([401, 403]).toContain(Math.max(...statuses))
    expect(await activeAdmins(tenant)).toBe(1)
  },
)

test.each(Object.entries({ ...TO_A_USER, ...OTHERWISE }))(
  'an admin who loses the role before the change is saved no longer %s',
  async (_, does) => {
    const { one, other, asOne } = await twoAdmins()
    const rows =
      () => t.sql`select u.*, (select count(*) from one_time_links where tenant_id = u.tenant_id) as links,
      (select count(*) from users where tenant_id = u.tenant_id) as users,
      (select count(*) from sso_connections where tenant_id = u.tenant_id) as connections
      from users u where id = ${other.id}`
    const before = await rows()
    const demote = `update users set roles = '{user}' where id = ${one.id}`
    const answer = await held([one.id, other.id], 1, () => does(asOne, other), demote)
    expect(answer).toMatchObject({ status: 403, code: 'forbidden' })
    expect(await rows()).toEqual(before)
  },
)

test('a god-admin who is deactivated before the change is saved no longer changes users', async () => {
  for (const [name, does] of Object.entries({
    ...TO_A_USER,
    ...OTHERWISE,
    moves: (by: Caller, { id }: TestUser) =>
      by.put(`/users/${id}/organisation`, { tenant_id: elsewhere.id }),
  })) {
    const god = await aUser(t.db, { tenant: platform, roles: ['god-admin'] })
    const { other } = await twoAdmins()
    const caller = await signedIn(god)
    const end = `update users set is_active = false where id = ${god.id}`
    const answer = await held([god.id, other.id], 1, () => does(caller, other), end)
    expect(answer, name).toMatchObject({ status: 401, code: 'signed-out' })
  }
})
