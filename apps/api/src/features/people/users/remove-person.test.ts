import { afterAll, beforeAll, expect, test } from 'vitest'
import { anAuthenticator } from '#testing/authenticator.ts'
import { aBrowser } from '#testing/browser.ts'
import {
  type TestTenant,
  type TestUser,
  aContentSet,
  aReport,
  aSession,
  aSmallSet,
  aTenant,
  aUser,
  anAssessment,
  anIdentity,
  theTenant,
} from '#testing/factories.ts'
import { mailsTo } from '#testing/mailed.ts'
import { type TestApp, startTestApp } from '#testing/test-app.ts'

let t: TestApp
let northfield: TestTenant
let harbour: TestTenant
let admin: TestUser
let god: TestUser
let contentSetId: number
beforeAll(async () => {
  t = await startTestApp({ works: false })
  northfield = await aTenant(t.db, { domain: 'northfield' })
  harbour = await aTenant(t.db, { domain: 'harbour', name: 'Harbour Group' })
  contentSetId = await aContentSet(t.db, { tenant: northfield, file: aSmallSet() })
  admin = await aUser(t.db, { tenant: northfield, roles: ['admin'] })
  god = await aUser(t.db, { tenant: await theTenant(t.db, 'admin'), roles: ['god-admin'] })
})
afterAll(() => t.close())

/** Somebody with everything that a person can have, and a name that nothing else has. */
async function somebody(word: string) {
  const user = await aUser(t.db, {
    tenant: northfield,
    name: `Canary ${word}`,
    email: `${word}@example.org`,
  })
  await anAuthenticator(t, user)
  await anIdentity(t.db, user)
  await aSession(t.db, user)
  await t.as(admin).post(`/users/${user.id}/password-link`)
  return user
}

async function withResults(user: TestUser) {
  const assessment = await anAssessment(t.db, { user, contentSetId })
  await aReport(t.db, user, assessment)
}

/** Where in the whole database a word still stands. */
async function placesOf(word: string): Promise<string[]> {
  const { rows: tables } = await t.owner.query<{ name: string }>(
    `select distinct table_name as name from information_schema.columns where table_schema = 'public'`,
  )
  const places: string[] = []
  for (const { name } of tables) {
    const { rowCount } = await t.owner.query(
      `select from "${name}" x where position($1 in lower(x::text)) > 0`,
      [word.toLowerCase()],
    )
    if ((rowCount ?? 0) > 0) places.push(name)
  }
  return places
}

test('of somebody removed the assessments and reports stay, under a name that tells nothing', async () => {
  const user = await somebody('quetzal')
  await withResults(user)
  const caller = t.as(user)
  await caller.get('/user')
  expect((await t.as(admin).delete(`/users/${user.id}`)).status).toBe(204)
  expect((await caller.get('/user')).status).toBe(401)
  expect((await aBrowser(t.call, northfield.host).signIn(user.email)).statusCode).toBe(401)
  expect((await t.as(admin).get(`/users/${user.id}`)).status).toBe(404)
  const { rows } = await t.owner.query(
    `select name, is_active, password_hash, removed_at is not null as is_removed,
      (select count(*) from assessments where user_id = u.id) as assessments,
      (select count(*) from reports where user_id = u.id) as reports
    from users u where id = $1`,
    [user.id],
  )
  expect(rows).toEqual([
    {
      name: 'Former user',
      is_active: false,
      password_hash: null,
      is_removed: true,
      assessments: 1,
      reports: 1,
    },
  ])
  // A report is frozen: inside it stands who it was made for.
  expect(await placesOf('quetzal')).toEqual(['reports'])
  for (const table of ['sessions', 'authenticators', 'recovery_codes', 'identities'])
    expect(
      (await t.owner.query(`select from ${table} where user_id = $1`, [user.id])).rowCount,
      table,
    ).toBe(0)
})

test('somebody without assessments leaves nothing but numbers in the audit log', async () => {
  const user = await somebody('zebu')
  expect((await t.as(admin).delete(`/users/${user.id}`)).status).toBe(204)
  expect(await placesOf('zebu')).toEqual([])
  const { rows } = await t.owner.query(
    `select actor_id, details from audit_events where subject = $1 and action = 'user.removed'`,
    [`user ${user.id}`],
  )
  expect(rows).toEqual([{ actor_id: admin.id, details: { assessments: 0, reports: 0 } }])
})

test('the address of somebody removed is free again', async () => {
  const user = await somebody('okapi')
  await withResults(user)
  await t.as(admin).delete(`/users/${user.id}`)
  const body = { name: 'Another', email: user.email, roles: ['user'] }
  expect((await t.as(admin).post('/users', body)).status).toBe(200)
})

test('nobody removes themselves', async () => {
  expect((await t.as(admin).delete(`/users/${admin.id}`)).status).toBe(403)
})

test('an account moves alone: assessments stay, sessions end, and a new password is asked for', async () => {
  const user = await somebody('tapir')
  await withResults(user)
  const caller = t.as(user)
  await caller.get('/user')
  const moved = await t.as(god).put(`/users/${user.id}/organisation`, { tenant_id: harbour.id })
  expect(moved.body).toMatchObject({
    name: 'Canary tapir',
    email: user.email,
    tenant: { id: harbour.id },
    roles: ['user'],
    has_password: false,
    mfa_enabled: false,
    identities: [],
    assessments: 0,
  })
  expect((await caller.get('/user')).status).toBe(401)
  expect((await t.as(god).get(`/users/${user.id}`)).status).toBe(404)
  const { rows } = await t.owner.query('select tenant_id from assessments where user_id = $1', [
    user.id,
  ])
  expect(rows).toEqual([{ tenant_id: northfield.id }])
  expect((await mailsTo(t, user.email))[0]?.subject).toBe('Your account at Harbour Group')
  const { rows: events } = await t.owner.query(
    `select tenant_id, action from audit_events where action like 'user.moved%' order by id`,
  )
  expect(events).toEqual([
    { tenant_id: northfield.id, action: 'user.moved_out' },
    { tenant_id: harbour.id, action: 'user.moved_in' },
  ])
})

test('a move to where the address is taken changes nothing and says why', async () => {
  const user = await somebody('ocelot')
  await aUser(t.db, { tenant: harbour, email: user.email.toUpperCase() })
  const refused = await t.as(god).put(`/users/${user.id}/organisation`, { tenant_id: harbour.id })
  expect(refused).toMatchObject({
    status: 409,
    code: 'email-taken',
    body: { message: 'Somebody in Harbour Group already uses this address.' },
  })
  expect((await t.as(god).get(`/users/${user.id}`)).body).toMatchObject({
    tenant: { id: northfield.id },
    mfa_enabled: true,
  })
})

test('only a god-admin moves people, and only to organisations that there are', async () => {
  const user = await somebody('numbat')
  const move = (who: TestUser, tenant_id: number) =>
    t.as(who).put(`/users/${user.id}/organisation`, { tenant_id })
  expect((await move(admin, harbour.id)).status).toBe(403)
  expect((await move(god, 999_999_999)).status).toBe(404)
  expect((await move(god, god.tenantId)).status).toBe(404)
})
