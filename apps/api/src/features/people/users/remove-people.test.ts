import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  type TestTenant,
  type TestUser,
  aContentSet,
  aReport,
  aSmallSet,
  aTenant,
  aUser,
  anAssessment,
  theTenant,
} from '#testing/factories.ts'
import { mailsTo } from '#testing/mailed.ts'
import { type TestApp, startTestApp } from '#testing/test-app.ts'

let t: TestApp
let acme: TestTenant
let god: TestUser
let admin: TestUser
beforeAll(async () => {
  t = await startTestApp({ works: false })
  acme = await aTenant(t.db, { domain: 'acme', name: 'Acme' })
  god = await aUser(t.db, { tenant: await theTenant(t.db, 'admin'), roles: ['god-admin'] })
  admin = await aUser(t.db, { tenant: acme, roles: ['admin'] })
})
afterAll(() => t.close())

const remove = async (by: TestUser, ids: number[]) =>
  await t.as(by).post('/users/removals', { ids })
const send = async (by: TestUser, ids: number[]) =>
  await t.as(by).post('/users/password-links', { ids })

async function namesOf(...people: TestUser[]) {
  const { rows } = await t.owner.query<{ name: string }>(
    'select name from users where id = any($1) order by id',
    [people.map(({ id }) => id)],
  )
  return rows.map(({ name }) => name)
}

/** Somebody who was added and has never chosen a password. */
async function anInvited(email: string) {
  const user = await aUser(t.db, { tenant: acme, email, name: 'New' })
  await t.owner.query('update users set password_hash = null where id = $1', [user.id])
  return user
}

test('people of several organisations are removed at once, each with its audit event; what was answered stays', async () => {
  const globex = await aTenant(t.db, { name: 'Globex' })
  const contentSetId = await aContentSet(t.db, { tenant: acme, file: aSmallSet() })
  const answered = await aUser(t.db, { tenant: acme })
  const assessment = await anAssessment(t.db, { user: answered, contentSetId })
  await aReport(t.db, answered, assessment)
  const boss = await aUser(t.db, { tenant: globex, roles: ['admin'] })
  expect(await remove(god, [answered.id, boss.id, boss.id])).toMatchObject({
    status: 200,
    body: { ids: [answered.id, boss.id], without_admin: ['Globex'] },
  })
  expect(await namesOf(answered, boss)).toEqual(['Former user'])
  const { rows } = await t.owner.query(
    `select tenant_id, subject, details from audit_events where action = 'user.removed' order by id`,
  )
  expect(rows).toEqual([
    { tenant_id: acme.id, subject: `user ${answered.id}`, details: { assessments: 1, reports: 1 } },
    { tenant_id: globex.id, subject: `user ${boss.id}`, details: { assessments: 0, reports: 0 } },
  ])
})

test('all or nobody: with oneself or somebody out of view among them nobody is removed', async () => {
  const own = await aUser(t.db, { tenant: acme, name: 'Stays' })
  const foreign = await aUser(t.db, { tenant: await aTenant(t.db) })
  for (const id of [foreign.id, god.id, 999_999_999])
    expect(await remove(admin, [own.id, id])).toMatchObject({ status: 404 })
  expect(await remove(admin, [own.id, admin.id])).toMatchObject({ status: 403 })
  expect(await namesOf(own)).toEqual(['Stays'])
})

test('auditors remove and invite nobody', async () => {
  const platform = await theTenant(t.db, 'admin')
  const auditor = await aUser(t.db, { tenant: platform, roles: ['admin', 'auditor'] })
  await t.owner.query('insert into tenant_auditors values ($1, $2, $3)', [
    platform.id,
    auditor.id,
    acme.id,
  ])
  const own = await aUser(t.db, { tenant: acme })
  expect(await remove(auditor, [own.id])).toMatchObject({ status: 403 })
  expect(await send(auditor, [own.id])).toMatchObject({ status: 403 })
})

test('at most 100 people at once, and at least one', async () => {
  const ids = Array.from({ length: 101 }, (_, index) => index + 1)
  for (const wanted of [ids, []]) {
    expect(await remove(admin, wanted)).toMatchObject({ status: 400 })
    expect(await send(admin, wanted)).toMatchObject({ status: 400 })
  }
})

test('a hundred people are removed in one go', async () => {
  const people = await Promise.all(Array.from({ length: 100 }, () => aUser(t.db, { tenant: acme })))
  expect(
    await remove(
      admin,
      people.map(({ id }) => id),
    ),
  ).toMatchObject({ status: 200 })
  expect(await namesOf(...people)).toEqual([])
})

test('the invitation is sent again to all of them, or to nobody when it would let one of them not in', async () => {
  const [one, two] = [await anInvited('one@example.org'), await anInvited('two@example.org')]
  expect((await send(admin, [one.id, two.id])).status).toBe(204)
  for (const { email } of [one, two])
    expect((await mailsTo(t, email))[0]?.subject).toBe('Your account at Acme')
  const away = await aUser(t.db, { tenant: acme, name: 'Away', isActive: false })
  expect(await send(admin, [one.id, away.id])).toMatchObject({
    status: 409,
    body: { message: 'Away is deactivated: activate them first.' },
  })
  expect(await mailsTo(t, one.email)).toHaveLength(1)
})
