import { type AuditEntry, MAX_ENTRIES, audit } from 'contract/audit'
import type { AuditAction } from 'contract/audit-labels'
import { expect, test } from 'vitest'
import { scopeOf } from '#db/scope.ts'
import {
  type TestUser,
  aContentSet,
  aTenant,
  aUser,
  anAssessment,
  insertRow,
  theTenant,
} from '#testing/factories.ts'
import { testApp } from '#testing/test-app.ts'
import { recordEvent } from '#support/audit.queries.ts'
import { deleteOldClients } from '#features/organisations/retention/delete-old-clients.ts'

const t = await testApp({ works: false })
const platform = await theTenant(t.db, 'admin')
const kestrel = await aTenant(t.db, { domain: 'kestrel', name: 'Kestrel Water' })
const linden = await aTenant(t.db, { domain: 'linden', name: 'Linden Health' })
const god = await aUser(t.db, { tenant: platform, roles: ['god-admin'], name: 'Odilo Platform' })
const admin = await aUser(t.db, { tenant: kestrel, roles: ['admin'], name: 'Kestrel Admin' })
const events = [
  [kestrel.id, 'invitation.sent', admin.id, '2026-03-01T10:00:00Z'],
  [kestrel.id, 'user.created', god.id, '2026-03-02T10:00:00Z'],
  [linden.id, 'invitation.sent', god.id, '2026-03-03T23:30:00Z'],
  [platform.id, 'organisation.created', god.id, '2026-03-04T10:00:00Z'],
] as const
for (const [tenant_id, action, actor_id, at] of events) {
  const details = JSON.stringify({ note: '=1+1' })
  await insertRow(t.db, 'audit_events', { tenant_id, action, actor_id, at, details })
}

async function listed(person: TestUser, query: string) {
  const { body } = await t.as(person).get(`/audit${query}`)
  return audit.list.response.parse(body)
}
const MARCH = '?from=2026-03-01&to=2026-03-31'
const entries = async (person: TestUser, query = '') =>
  (await listed(person, `${MARCH}${query}`)).rows
const actions = (rows: AuditEntry[]) => rows.map(({ action }) => action)

test('a god-admin lists events of all organisations, newest first', async () => {
  const rows = await entries(god)
  expect(actions(rows)).toEqual(events.map(([, action]) => action).toReversed())
  expect(rows[2]).toMatchObject({
    actor: { id: god.id, name: 'Odilo Platform' },
    tenant: { name: 'Kestrel Water' },
  })
})

test("an admin lists events of their organisation without platform users' names", async () => {
  const rows = await entries(admin)
  expect(actions(rows)).toEqual(['user.created', 'invitation.sent'])
  expect(rows.map(({ actor }) => actor?.name)).toEqual([null, 'Kestrel Admin'])
  expect((await listed(admin, `?tenant_id=${god.tenantId}`)).rows).toEqual([])
})

test('entries are filtered by user, event, organisation and day', async () => {
  expect(actions(await entries(god, '&search=odil'))).toHaveLength(3)
  expect(actions(await entries(god, '&action=invitation.sent,user.created'))).toHaveLength(3)
  expect(actions(await entries(god, `&tenant_id=${kestrel.id}&search=odil`))).toEqual([
    'user.created',
  ])
  const ofDay = await listed(god, '?from=2026-03-03&to=2026-03-03')
  expect(ofDay).toMatchObject({ total: 1, has_more_than_total: false })
})

test('the user search ignores case and accents', async () => {
  const zoe = await aUser(t.db, { tenant: kestrel, roles: ['admin'], name: 'Zoë Ängström' })
  await recordEvent(t.db, { scope: scopeOf(kestrel.id), actor: zoe }, 'logo.changed')
  expect(actions((await listed(admin, '?search=ZOE%20ANG')).rows)).toEqual(['logo.changed'])
})

test('a search finds events by their name and by their label, in the list and in the CSV', async () => {
  for (const search of ['user.created', 'USER.CREA', 'User%20created']) {
    expect(actions(await entries(admin, `&search=${search}`))).toEqual(['user.created'])
    const { text } = await t.as(admin).post(`/audit/csv${MARCH}&search=${search}`)
    expect(text).toContain('Kestrel Water,User created,user.created,')
    expect(text).not.toContain('invitation.sent')
  }
  expect(actions(await entries(god, '&search=invitation'))).toEqual([
    'invitation.sent',
    'invitation.sent',
  ])
})

test('a search finds entries of a user and of an event with the same text', async () => {
  const invitations = await aUser(t.db, { tenant: kestrel, name: 'Ina Invitation' })
  await recordEvent(t.db, { scope: scopeOf(kestrel.id), actor: invitations }, 'profile.changed')
  const found = actions((await listed(admin, '?search=invitation')).rows)
  expect(found).toContain('profile.changed')
  expect(found).toContain('invitation.sent')
})

test('a search that more than 1,000 users match finds their entries, and counts 1,000', async () => {
  const many = await aTenant(t.db, { domain: 'many-did', name: 'Many Did' })
  const boss = await aUser(t.db, { tenant: many, roles: ['admin'], name: 'Boss' })
  await t.sql`with people as (
       insert into users (tenant_id, email, name, roles)
       select ${many.id}, n || '@many-did.example', 'Crowd ' || n, '{user}' from generate_series(1, 1100) n returning id
     )
     insert into audit_events (tenant_id, actor_id, action) select ${many.id}, id, 'session.created' from people`
  await recordEvent(t.db, { scope: scopeOf(many.id), actor: boss }, 'logo.changed')
  for (const viewer of [boss, god]) {
    const query = '?search=CROWD&action=session.created,logo.changed&page=3'
    const { rows, ...count } = await listed(viewer, query)
    expect(count).toEqual({ total: 1000, has_more_than_total: true })
    expect(actions(rows)).toEqual(Array(10).fill('session.created'))
    const { rows: last, ...same } = await listed(viewer, '?search=CROWD&page=110')
    expect([last.length, same]).toEqual([10, count])
  }
})

test('an entry names the account, the invitation or whose assessment its subject is', async () => {
  const person = await aUser(t.db, { tenant: kestrel, name: 'Piet About' })
  const about = async (action: AuditAction, subject: string) => {
    await recordEvent(t.db, { scope: scopeOf(kestrel.id) }, action, { subject })
    return (await listed(admin, `?action=${action}&limit=1`)).rows[0]?.about
  }
  const { id, email } = person
  const expected = { id, name: 'Piet About', email }
  expect(await about('user.activated', `user ${id}`)).toEqual(expected)
  const contentSetId = await aContentSet(t.db, { tenant: kestrel })
  const assessment = await anAssessment(t.db, { user: person, contentSetId })
  expect(await about('report.failed', `assessment ${assessment}`)).toEqual(expected)
  const { rows: seen } = await listed(god, '?action=report.failed&limit=1')
  expect(seen[0]?.about).toEqual(expected)
  expect(await about('session.replaced', `session ${id}`)).toBeNull()
  expect(await about('user.activated', 'user 999999999')).toBeNull()
  expect(await about('user.deactivated', `user ${god.id}`)).toBeNull()
  await t.as(admin).post('/invitations', { emails: ['new.one@example.org'], roles: ['user'] })
  const invited = { id: null, name: null, email: 'new.one@example.org' }
  const { rows } = await listed(admin, '?action=invitation.sent&limit=1')
  expect(rows[0]?.about).toEqual(invited)
})

test('the CSV has the filtered entries without formulas and its download is recorded', async () => {
  const answer = await t.as(admin).post(`/audit/csv${MARCH}`)
  expect(answer.headers['content-disposition']).toContain('audit-log.csv')
  expect(answer.text.trim().split('\r\n')).toHaveLength(3)
  expect(answer.text).toContain('Date (UTC),Organisation,Action,Event,User,Done by,Item,')
  expect(answer.text).toContain('Kestrel Water,Invitation sent,invitation.sent,,Kestrel Admin,')
  const { rows } = await listed(admin, '?action=audit.exported&limit=1')
  expect(rows).toMatchObject([{ details: { entries: 2 } }])
})

test('a CSV that has only the newest entries says so at its end', async () => {
  const tenant = await aTenant(t.db)
  const boss = await aUser(t.db, { tenant, roles: ['admin'] })
  await t.sql`insert into audit_events (tenant_id, action)
    select ${tenant.id}, 'logo.changed' from generate_series(1, ${MAX_ENTRIES}::int + 1)`
  const { text } = await t.as(boss).post('/audit/csv')
  const lines = text.trim().split('\r\n')
  expect(lines).toHaveLength(1 + MAX_ENTRIES + 1)
  expect(lines.at(-1)).toContain('This file has only the newest 10,000 entries.')
})

test('the CSV tells commands and Waymark itself from visitors who were not signed in', async () => {
  const tenant = await aTenant(t.db)
  const boss = await aUser(t.db, { tenant, roles: ['admin'] })
  const here = { scope: scopeOf(tenant.id) }
  await recordEvent(t.db, here, 'user.created')
  await recordEvent(t.db, here, 'mail.failed')
  await recordEvent(t.db, { ...here, request: from('203.0.113.7') }, 'session.rejected')
  const { text } = await t.as(boss).post('/audit/csv')
  expect(text).toContain(',user.created,,Command line,')
  expect(text).toContain(',mail.failed,,Waymark,')
  expect(text).toContain(',session.rejected,,Not signed in,')
})

const SAFARI =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.2 Safari/605.1.15'
const from = (ip: string, agent = SAFARI) => ({ id: 'r1', ip, headers: { 'user-agent': agent } })
const scope = scopeOf(kestrel.id)
const clientsOf = async (viewer: TestUser, query: string) =>
  (await listed(viewer, query)).rows.map(({ address, browser }) => [address, browser])

test('an entry has the address and browser of the request, also in the CSV', async () => {
  const ann = await aUser(t.db, { tenant: kestrel, name: 'Ann Client' })
  await recordEvent(t.db, { scope, actor: ann, request: from('203.0.113.7') }, 'mfa.enabled')
  await recordEvent(t.db, { scope, actor: ann, request: from('2001:db8::7', '') }, 'mfa.enabled')
  await recordEvent(t.db, { scope, actor: ann, request: from('unknown', 'curl/8') }, 'mfa.enabled')
  await recordEvent(t.db, { scope, actor: ann }, 'mfa.enabled')
  const query = '?search=ann client&action=mfa.enabled'
  expect(await clientsOf(admin, query)).toEqual([
    [null, null],
    [null, null],
    ['2001:db8::7', null],
    ['203.0.113.7', 'Safari on macOS'],
  ])
  const { text } = await t.as(admin).post(`/audit/csv${query}`)
  expect(text).toContain(',Details,IP address,Browser,Request ID')
  expect(text).toContain(',203.0.113.7,Safari on macOS,r1')
})

test("an admin doesn't see the address of a platform user, a god-admin does", async () => {
  await recordEvent(t.db, { scope, actor: god, request: from('198.51.100.1') }, 'mfa.reset')
  const query = '?action=mfa.reset&limit=1'
  expect(await clientsOf(admin, query)).toEqual([[null, null]])
  expect(await clientsOf(god, query)).toEqual([['198.51.100.1', 'Safari on macOS']])
})

test('removing a user deletes the addresses of their entries and of sign-ins that failed for them', async () => {
  const boss = await aUser(t.db, { tenant: kestrel, roles: ['admin'] })
  const person = await aUser(t.db, { tenant: kestrel, name: 'Gone Soon' })
  const subject = `user ${person.id}`
  await recordEvent(t.db, { scope, actor: person, request: from('203.0.113.8') }, 'profile.changed')
  await recordEvent(t.db, { scope, request: from('203.0.113.8') }, 'session.rejected', { subject })
  await t.as(boss).delete(`/users/${person.id}`)
  const rows = await t.sql`select from audit_clients where address = '203.0.113.8'`
  expect(rows).toEqual([])
  const { rows: kept } = await listed(admin, '?action=session.rejected&limit=1')
  expect(kept).toMatchObject([{ subject, address: null, browser: null }])
})

test('addresses past the retention of an organisation and of ended sessions are deleted', async () => {
  const tenant = await aTenant(t.db, { domain: 'forgets' })
  await t.sql`update tenants set retention_years = 1 where id = ${tenant.id}`
  const person = await aUser(t.db, { tenant })
  const own = { scope: scopeOf(tenant.id), actor: person, request: from('203.0.113.10') }
  await recordEvent(t.db, own, 'mfa.enabled')
  const left = async () => {
    await deleteOldClients(t.app)
    return (await t.sql`select from audit_clients where tenant_id = ${tenant.id}`).length
  }
  const year = new Date().getFullYear()
  t.clock.now = () => new Date(`${year + 1}-12-31T12:00:00Z`)
  expect(await left()).toBe(1)
  t.clock.now = () => new Date(`${year + 2}-01-01T12:00:00Z`)
  expect(await left()).toBe(0)
  t.clock.now = () => new Date()
  const end = { address: '203.0.113.10', revoked_at: '2026-01-01T00:00:00Z', device: 'Safari' }
  const session = { tenant_id: tenant.id, user_id: person.id, expires_at: '2026-01-01T00:00:00Z' }
  await insertRow(t.db, 'sessions', { ...session, ...end })
  await left()
  expect(await t.sql`select address from sessions where tenant_id = ${tenant.id}`).toEqual([
    { address: null },
  ])
})

test('entries of the same moment are listed once across pages', async () => {
  const subjects = ['s 0', 's 1', 's 2', 's 3', 's 4']
  for (const subject of subjects)
    await recordEvent(t.db, { scope: scopeOf(kestrel.id) }, 'session.revoked', { subject })
  const found: (string | null)[] = []
  for (const page of [1, 2, 3]) {
    const { rows } = await listed(admin, `?action=session.revoked&limit=2&page=${page}`)
    found.push(...rows.map(({ subject }) => subject))
  }
  expect(new Set(found)).toEqual(new Set(subjects))
  expect(found).toHaveLength(subjects.length)
})
