import { expect, test } from 'vitest'
import { anAuthenticator } from '#testing/authenticator.ts'
import { aBrowser } from '#testing/browser.ts'
import { eventsAbout } from '#testing/events.ts'
import {
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
import { testApp } from '#testing/test-app.ts'

const t = await testApp({ works: false })
const northfield = await aTenant(t.db, { domain: 'northfield' })
const harbour = await aTenant(t.db, { domain: 'harbour', name: 'Harbour Group' })
const contentSetId = await aContentSet(t.db, { tenant: northfield, file: aSmallSet() })
const admin = await aUser(t.db, { tenant: northfield, roles: ['admin'] })
const god = await aUser(t.db, { tenant: await theTenant(t.db, 'admin'), roles: ['god-admin'] })

/** A user with a row in every private table, and a word in every text that nothing else contains. */
async function aFullUser(word: string) {
  const names = { name: `Canary ${word}`, email: `${word}@example.org` }
  const user = await aUser(t.db, { tenant: northfield, ...names })
  const [texts] = await t.sql`
    select string_agg(format('%I = %L', column_name, ${word}::text), ', ') as filled from information_schema.columns
    where table_name = 'users' and data_type = 'text' and is_nullable = 'YES'`
  await t.owner.query(`update users set ${texts?.filled} where id = $1`, [user.id])
  await anAuthenticator(t, user)
  await anIdentity(t.db, user)
  await aSession(t.db, user)
  await t.as(admin).post(`/users/${user.id}/password-link`)
  return user
}

/** Work that stays, and a file of the user's own data, which doesn't. */
async function withSharedWork(user: TestUser) {
  await withReport(user)
  const id = await anAssessment(t.db, { user, contentSetId, type: 'certification' })
  expect((await t.as(user).post(`/assessments/${id}/submission`)).status).toBe(200)
  await t.sql`insert into generated_files (tenant_id, kind, name, created_by)
    values (${user.tenantId}, 'own-data', ${`${user.email}.zip`}, ${user.id})`
  return id
}

async function withReport(user: TestUser) {
  await aReport(t.db, user, await anAssessment(t.db, { user, contentSetId }))
}

/** The tables that contain a word. */
async function tablesWith(word: string): Promise<string[]> {
  const tables = await t.sql`
    select distinct table_name as name from information_schema.columns where table_schema = 'public'`
  const found: string[] = []
  for (const { name } of tables) {
    const text = `select from "${name}" x where position($1 in lower(x::text)) > 0`
    const { rowCount } = await t.owner.query(text, [word.toLowerCase()])
    if ((rowCount ?? 0) > 0) found.push(name)
  }
  return found
}

test('a removed user’s assessments and reports stay without personal data', async () => {
  const user = await aFullUser('quetzal')
  const submitted = await withSharedWork(user)
  const caller = t.as(user)
  await caller.get('/user')
  expect((await t.as(admin).delete(`/users/${user.id}`)).status).toBe(204)
  expect((await caller.get('/user')).status).toBe(401)
  expect((await aBrowser(t.call, northfield.host).signIn(user.email)).statusCode).toBe(401)
  expect((await t.as(admin).get(`/users/${user.id}`)).status).toBe(404)
  const rows = await t.sql`
    select name, is_active, password_hash, removed_at is not null as is_removed,
      (select count(*) from assessments where user_id = u.id) as assessments,
      (select count(*) from reports where user_id = u.id) as reports
    from users u where id = ${user.id}`
  const former = { name: 'Former user', is_active: false, password_hash: null, is_removed: true }
  expect(rows).toEqual([{ ...former, assessments: 2, reports: 1 }])
  const history =
    await t.sql`select actor_id from assessment_events where assessment_id = ${submitted}`
  expect(history).toEqual([{ actor_id: user.id }])
  // A report is frozen and contains the respondent's name.
  expect(await tablesWith('quetzal')).toEqual(['reports'])
  for (const table of ['sessions', 'authenticators', 'recovery_codes', 'identities']) {
    const { rowCount } = await t.owner.query(`select from ${table} where user_id = $1`, [user.id])
    expect(rowCount, table).toBe(0)
  }
  const body = { name: 'Another', email: user.email, roles: ['user'] }
  expect((await t.as(admin).post('/users', body)).status).toBe(200)
})

/** Of a removed user's row. Everything else is personal, and so is a new column until someone decides otherwise. */
const KEPT = [
  'tenant_id',
  'id',
  'roles',
  'created_at',
  'accepted_terms_version',
  'version',
  'hides_start',
]

test('every column of a removed user’s row is emptied, except those that say nothing about a person', async () => {
  const user = await aFullUser('okapi')
  await withReport(user)
  await t.sql`update users set moves_on = false, muted_mails = '{due}', last_login_at = now() where id = ${user.id}`
  const row = async () => (await t.sql`select * from users where id = ${user.id}`)[0] ?? {}
  const before = await row()
  await t.as(admin).delete(`/users/${user.id}`)
  const after = await row()
  const same = Object.keys(before).filter(
    (column) => JSON.stringify(before[column]) === JSON.stringify(after[column]),
  )
  expect(same.sort()).toEqual(KEPT.toSorted())
})

test('a removed user without assessments leaves only ids in the audit log, and colleagues keep all', async () => {
  const user = await aFullUser('zebu')
  await aFullUser('lemur')
  const theirs = await tablesWith('lemur')
  expect(theirs).toEqual(expect.arrayContaining(['mails', 'one_time_links', 'users']))
  expect((await t.as(admin).delete(`/users/${user.id}`)).status).toBe(204)
  expect(await tablesWith('zebu')).toEqual([])
  expect(await tablesWith('lemur')).toEqual(theirs)
  const details = { assessments: 0, reports: 0 }
  expect((await eventsAbout(t, `user ${user.id}`)).at(-1)).toMatchObject({
    action: 'user.removed',
    actor_id: admin.id,
    details,
  })
  expect((await t.as(admin).delete(`/users/${admin.id}`)).status).toBe(403)
})

test('a moved user keeps name and address and needs a new password; assessments stay', async () => {
  const user = await aFullUser('tapir')
  await withReport(user)
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
  const rows = await t.sql`select tenant_id from assessments where user_id = ${user.id}`
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

test('a move is refused for a taken address and to the platform', async () => {
  const user = await aFullUser('ocelot')
  const move = (tenant_id: number) => t.as(god).put(`/users/${user.id}/organisation`, { tenant_id })
  await aUser(t.db, { tenant: harbour, email: user.email.toUpperCase() })
  const taken = await move(harbour.id)
  expect(taken).toMatchObject({ status: 409, code: 'email-taken' })
  expect((taken.body as { message: string }).message).toContain('Harbour Group')
  expect((await move(god.tenantId)).status).toBe(404)
  expect((await t.as(god).get(`/users/${user.id}`)).body).toMatchObject({
    tenant: { id: northfield.id },
    mfa_enabled: true,
  })
})

test('emails to a removed user that were not sent are discarded', async () => {
  const user = await aFullUser('hoopoe')
  await t.as(admin).post(`/users/${user.id}/password-link`)
  const [first, second] =
    await t.sql`select id from mails where recipient = ${user.email} order by id`
  await t.sql`update mails set status = 'failed' where id = ${first?.id}`
  expect((await t.as(admin).delete(`/users/${user.id}`)).status).toBe(204)
  const gone = { status: 'discarded', recipient: '', text: '' }
  const left = await t.sql`select status, recipient, text from mails
    where id in (${first?.id}, ${second?.id})`
  expect(left).toEqual([gone, gone])
})
