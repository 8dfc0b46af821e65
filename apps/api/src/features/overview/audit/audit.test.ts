import { type AuditEntry, audit } from 'contract/audit'
import type { AuditAction } from 'contract/audit-labels'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { scopeOf } from '#core/context.ts'
import { type TestTenant, type TestUser, aTenant, aUser, theTenant } from '#testing/factories.ts'
import { type TestApp, startTestApp } from '#testing/test-app.ts'
import { recordEvent } from '#support/audit.queries.ts'

let t: TestApp
let kestrel: TestTenant
let god: TestUser
let admin: TestUser
beforeAll(async () => {
  t = await startTestApp({ works: false })
  const platform = await theTenant(t.db, 'admin')
  kestrel = await aTenant(t.db, { domain: 'kestrel', name: 'Kestrel Water' })
  const linden = await aTenant(t.db, { domain: 'linden', name: 'Linden Health' })
  god = await aUser(t.db, { tenant: platform, roles: ['god-admin'], name: 'Odilo Platform' })
  admin = await aUser(t.db, { tenant: kestrel, roles: ['admin'], name: 'Kestrel Admin' })
  const events = [
    [kestrel.id, 'invitation.sent', admin.id, '2026-03-01T10:00:00Z'],
    [kestrel.id, 'user.created', god.id, '2026-03-02T10:00:00Z'],
    [linden.id, 'invitation.sent', god.id, '2026-03-03T23:30:00Z'],
    [platform.id, 'organisation.created', god.id, '2026-03-04T10:00:00Z'],
  ] as const
  for (const [tenant_id, action, actor_id, at] of events) {
    await t.db
      .insertInto('audit_events')
      .values({ tenant_id, action, actor_id, at, details: JSON.stringify({ note: '=1+1' }) })
      .execute()
  }
})
afterAll(() => t.close())

/** The entries of March. */
async function entries(person: TestUser, query = '') {
  const { body } = await t.as(person).get(`/audit?from=2026-03-01&to=2026-03-31${query}`)
  return audit.list.response.parse(body).rows
}
const actions = (rows: AuditEntry[]) => rows.map(({ action }) => action)

test('a god-admin lists events of all organisations, newest first', async () => {
  const rows = await entries(god)
  expect(actions(rows)).toEqual([
    'organisation.created',
    'invitation.sent',
    'user.created',
    'invitation.sent',
  ])
  expect(rows[2]).toMatchObject({
    actor: { id: god.id, name: 'Odilo Platform' },
    tenant: { name: 'Kestrel Water' },
  })
})

test("an admin lists events of their organisation without platform users' names", async () => {
  const rows = await entries(admin)
  expect(actions(rows)).toEqual(['user.created', 'invitation.sent'])
  expect(rows.map(({ actor }) => actor?.name)).toEqual([null, 'Kestrel Admin'])
})

test('entries are filtered by user, event, organisation and day', async () => {
  expect(actions(await entries(god, '&who=odil'))).toHaveLength(3)
  expect(actions(await entries(god, '&action=invitation.sent,user.created'))).toHaveLength(3)
  expect(actions(await entries(god, `&tenant_id=${kestrel.id}&who=odil`))).toEqual(['user.created'])
  const { body } = await t.as(god).get('/audit?from=2026-03-03&to=2026-03-03')
  expect(audit.list.response.parse(body)).toMatchObject({ total: 1, has_more_than_total: false })
})

test('the user search ignores case and accents', async () => {
  const zoe = await aUser(t.db, { tenant: kestrel, roles: ['admin'], name: 'Zoë Ängström' })
  await recordEvent(t.db, { scope: scopeOf(kestrel.id), actor: zoe }, 'logo.changed')
  const { body } = await t.as(admin).get('/audit?who=ZOE%20ANG')
  expect(actions(audit.list.response.parse(body).rows)).toEqual(['logo.changed'])
})

test('a search that more than 1,000 users match finds their entries, and counts 1,000', async () => {
  const many = await aTenant(t.db, { domain: 'many-did', name: 'Many Did' })
  const boss = await aUser(t.db, { tenant: many, roles: ['admin'], name: 'Boss' })
  await t.owner.query(
    `with people as (
       insert into users (tenant_id, email, name, roles)
       select $1, n || '@many-did.example', 'Crowd ' || n, '{user}' from generate_series(1, 1100) n returning id
     )
     insert into audit_events (tenant_id, actor_id, action) select $1, id, 'session.created' from people`,
    [many.id],
  )
  await recordEvent(t.db, { scope: scopeOf(many.id), actor: boss }, 'logo.changed')
  for (const viewer of [boss, god]) {
    const { body } = await t
      .as(viewer)
      .get('/audit?who=CROWD&action=session.created,logo.changed&page=3')
    const { rows, ...count } = audit.list.response.parse(body)
    expect(count).toEqual({ total: 1000, has_more_than_total: true })
    expect(new Set(actions(rows))).toEqual(new Set(['session.created']))
    expect(rows).toHaveLength(10)
    const last = await t.as(viewer).get('/audit?who=CROWD&page=110')
    expect(audit.list.response.parse(last.body)).toMatchObject({
      rows: { length: 10 },
      total: 1000,
      has_more_than_total: true,
    })
  }
})

test('an entry names the account or invitation in its subject', async () => {
  const person = await aUser(t.db, { tenant: kestrel, name: 'Piet About' })
  const about = async (action: AuditAction, subject: string) => {
    await recordEvent(t.db, { scope: scopeOf(kestrel.id) }, action, { subject })
    const { body } = await t.as(admin).get(`/audit?action=${encodeURIComponent(action)}&limit=1`)
    return audit.list.response.parse(body).rows[0]?.about
  }
  const { id, email } = person
  const whom = { id, name: 'Piet About', email }
  expect(await about('user.activated', `user ${id}`)).toEqual(whom)
  expect(await about('session.replaced', `session ${id}`)).toBeNull()
  expect(await about('user.activated', 'user 999999999')).toBeNull()
  expect(await about('user.deactivated', `user ${god.id}`)).toBeNull()
  await t.as(admin).post('/invitations', { emails: ['new.one@example.org'], roles: ['user'] })
  const { body } = await t.as(admin).get('/audit?action=invitation.sent&limit=1')
  expect(audit.list.response.parse(body).rows[0]?.about).toEqual({
    id: null,
    name: null,
    email: 'new.one@example.org',
  })
})

test("another organisation's entries are not listed", async () => {
  const { body } = await t.as(admin).get(`/audit?tenant_id=${god.tenantId}`)
  expect(audit.list.response.parse(body).rows).toEqual([])
})

test('the CSV has the filtered entries without formulas and its download is recorded', async () => {
  const answer = await t.as(admin).post('/audit/csv?from=2026-03-01&to=2026-03-31')
  expect(answer.headers['content-disposition']).toContain('audit-log.csv')
  expect(answer.text.trim().split('\r\n')).toHaveLength(3)
  expect(answer.text).toContain('Kestrel Admin,Invitation sent')
  const { body } = await t.as(admin).get('/audit?action=audit.exported')
  expect(audit.list.response.parse(body).rows).toMatchObject([{ details: { entries: 2 } }])
})

test('entries of the same moment are listed once across pages', async () => {
  for (let i = 0; i < 5; i += 1)
    await recordEvent(t.db, { scope: scopeOf(kestrel.id) }, 'session.revoked', {
      subject: `s ${i}`,
    })
  const found = await Promise.all(
    [1, 2, 3].map(async (page) => {
      const { body } = await t.as(admin).get(`/audit?action=session.revoked&limit=2&page=${page}`)
      return audit.list.response.parse(body).rows.map(({ subject }) => subject)
    }),
  )
  expect(found.flat().toSorted((a, b) => String(a).localeCompare(String(b)))).toEqual([
    's 0',
    's 1',
    's 2',
    's 3',
    's 4',
  ])
})
