import { dashboard } from 'contract/dashboard'
import { participation } from 'contract/participation'
import { beforeEach, expect, test } from 'vitest'
import { aCertification, anAuditor } from '#testing/certifying.ts'
import {
  THIS_YEAR,
  type TestUser,
  aContentSet,
  aTenant,
  aUser,
  theTenant,
} from '#testing/factories.ts'
import { aMinorChange } from '#testing/minor-change.ts'
import { aTinySet } from '#testing/respondent.ts'
import { testApp } from '#testing/test-app.ts'

const t = await testApp({ works: false })
const acme = await aTenant(t.db, { name: 'Acme' })
const contentSetId = await aContentSet(t.db, { tenant: acme, file: aTinySet() })
const admin = await aUser(t.db, { tenant: acme, roles: ['admin'] })
const holder = await aUser(t.db, { tenant: acme })
const god = await aUser(t.db, { tenant: await theTenant(t.db, 'admin'), roles: ['god-admin'] })
const auditor = await anAuditor(t.db, acme)
beforeEach(async () => {
  t.clock.now = () => new Date()
  await t.sql`delete from assessments`
})

async function seen(person: TestUser) {
  const { body } = await t.as(person).get('/dashboard')
  return dashboard.get.response.parse(body).ending
}

async function endingIn(days: number, user = holder, year = THIS_YEAR, set = contentSetId) {
  const { id } = await aCertification(t.db, { user, contentSetId: set, year })
  await t.sql`update certifications set valid_until = current_date + ${days}::int, valid_from = current_date + ${days}::int - 364 where id = ${id}`
  return id
}

test('admins and god-admins see certificates that expire within 90 days', async () => {
  const id = await endingIn(89)
  await endingIn(92, await aUser(t.db, { tenant: acme }))
  for (const person of [admin, god])
    expect(await seen(person)).toMatchObject([
      {
        kind: 'expiring',
        id: acme.id,
        name: 'Acme',
        count: 1,
        first: { id, person_id: holder.id },
      },
    ])
  const other = await aTenant(t.db, { name: 'Other' })
  expect(await seen(await aUser(t.db, { tenant: other, roles: ['admin'] }))).toEqual([])
  // Auditors can’t renew or remind.
  expect(await seen(auditor)).toEqual([])
})

test('the number of ending certificates equals their list and file', async () => {
  const [ada, ben, cleo] = [
    await aUser(t.db, { tenant: acme, name: 'Ada' }),
    await aUser(t.db, { tenant: acme, name: 'Ben' }),
    await aUser(t.db, { tenant: acme, name: 'Cleo' }),
  ]
  await endingIn(10, ada, THIS_YEAR - 1)
  await endingIn(89, ben)
  await endingIn(-3, cleo, THIS_YEAR - 1)
  await endingIn(91, holder)
  const namesOf = { expiring: ['Ada', 'Ben'], expired: ['Cleo'] }
  for (const person of [admin, god]) {
    const ending = await seen(person)
    expect(ending.map(({ kind }) => kind).toSorted()).toEqual(['expired', 'expiring'])
    for (const { kind, id, count } of ending) {
      const query = `certificate=${kind}&tenant_id=${id}`
      const { body } = await t.as(person).get(`/participation?${query}`)
      const { total, rows } = participation.list.response.parse(body)
      expect([kind, total]).toEqual([kind, count])
      expect(rows.map((row) => row.person.name)).toEqual(namesOf[kind])
      const { text } = await t.as(person).post(`/participation/export/csv?${query}`)
      expect(text.trim().split('\r\n')).toHaveLength(count + 1)
    }
  }
  const path = `/participation?certificate=expiring&year=${THIS_YEAR}`
  const { rows } = participation.list.response.parse((await t.as(admin).get(path)).body)
  expect(rows.map((row) => row.person.name)).toEqual(['Ben'])
  const { text } = await t.as(admin).post('/participation/export/csv?certificate=expired')
  expect(text).toContain(`Cleo,${cleo.email},Acme,${THIS_YEAR - 1},Certification`)
})

test("many expired certificates don't hide an expiring one", async () => {
  for (const days of [-9, -8, -7, -6, 20]) {
    const tenant = await aTenant(t.db)
    const set = await aContentSet(t.db, { tenant, file: aTinySet() })
    const user = await aUser(t.db, { tenant })
    await endingIn(days, user, THIS_YEAR, set)
  }
  const { body } = await t.as(god).get('/dashboard')
  const { ending, more } = dashboard.get.response.parse(body)
  expect(ending.map(({ kind }) => kind)).toEqual(['expired', 'expired', 'expired', 'expiring'])
  expect(more).toEqual(['expired'])
})

test('a certificate is listed as expired until it is renewed or 90 days have passed', async () => {
  await endingIn(-2, holder, THIS_YEAR - 1)
  expect(await seen(admin)).toMatchObject([{ kind: 'expired', count: 1 }])
  await endingIn(300)
  expect(await seen(admin)).toEqual([])
  await t.sql`delete from assessments`
  await endingIn(-92)
  expect(await seen(admin)).toEqual([])
})

test('only a later certificate of the same content set renews, whatever its title', async () => {
  const kindsAfter = async (set: number, title = 'Tiny') => {
    await t.sql`delete from assessments`
    await endingIn(10, holder, THIS_YEAR - 1)
    const id = await endingIn(300, holder, THIS_YEAR, set)
    await t.sql`update certifications set title = ${title} where id = ${id}`
    return (await seen(admin)).map(({ kind }) => kind)
  }
  const namesake = await aContentSet(t.db, { tenant: acme, file: aTinySet() })
  expect(await kindsAfter(namesake)).toEqual(['expiring'])
  expect(await kindsAfter(await aMinorChange(t, admin, contentSetId), 'Renamed')).toEqual([])
})

test('a certificate is listed by the day at the organisation', async () => {
  const id = await endingIn(0)
  await t.sql`update certifications set valid_from = '2026-04-01', valid_until = '2027-03-31' where id = ${id}`
  const kindsAt = async (now: string, zone: string) => {
    t.clock.now = () => new Date(now)
    await t.sql`update tenants set time_zone = ${zone} where id = ${acme.id}`
    return (await seen(admin)).map(({ kind }) => kind)
  }
  expect(await kindsAt('2026-12-30T23:30:00Z', 'Europe/Berlin')).toEqual(['expiring'])
  expect(await kindsAt('2027-03-31T23:30:00Z', 'Europe/Berlin')).toEqual(['expired'])
  expect(await kindsAt('2027-03-31T22:30:00Z', 'UTC')).toEqual(['expiring'])
  expect(await kindsAt('2026-12-30T23:30:00Z', 'UTC')).toEqual([])
  expect(await kindsAt('2026-12-30T11:00:00Z', 'Pacific/Kiritimati')).toEqual(['expiring'])
})

test('certificates that are revoked, or of removed users, are not listed', async () => {
  const gone = await aUser(t.db, { tenant: acme })
  await endingIn(3, gone)
  expect(await seen(admin)).toMatchObject([{ kind: 'expiring', first: { person_id: gone.id } }])
  expect((await t.as(admin).delete(`/users/${gone.id}`)).status).toBe(204)
  expect(await seen(admin)).toEqual([])
  const id = await endingIn(3)
  expect(await seen(admin)).toHaveLength(1)
  await t.sql`update certifications set revoked_at = now(), revoked_by = 1, revoked_reason = 'Void' where id = ${id}`
  expect(await seen(admin)).toEqual([])
})
