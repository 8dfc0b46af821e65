import { Found, MOST_FOUND } from 'contract/find'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  aContentSet,
  aSmallSet,
  aTenant,
  aUser,
  theTenant,
  type TestUser,
} from '#testing/factories.ts'
import { type TestApp, startTestApp } from '#testing/test-app.ts'

let t: TestApp
let god: TestUser
let admin: TestUser
let auditor: TestUser
beforeAll(async () => {
  t = await startTestApp({ works: false })
  const platform = await theTenant(t.db, 'admin')
  const kestrel = await aTenant(t.db, { domain: 'kestrel', name: 'Kestrel Water' })
  const linden = await aTenant(t.db, { domain: 'linden', name: 'Linden Health' })
  god = await aUser(t.db, { tenant: platform, roles: ['god-admin'] })
  auditor = await aUser(t.db, { tenant: platform, roles: ['auditor'] })
  admin = await aUser(t.db, { tenant: kestrel, roles: ['admin'], name: 'Kestrel Admin' })
  await t.db
    .insertInto('tenant_auditors')
    .values({ tenant_id: platform.id, auditor_id: auditor.id, organisation_id: linden.id })
    .execute()
  for (let i = 0; i < 12; i += 1) await aUser(t.db, { tenant: linden, name: `Head of ${i}` })
  await aUser(t.db, { tenant: kestrel, name: 'Head of 50% Water' })
  await aContentSet(t.db, { tenant: kestrel, file: { ...aSmallSet(), title: 'Water Framework' } })
})
afterAll(() => t.close())

async function found(person: TestUser, text: string) {
  return Found.parse((await t.as(person).get(`/find?text=${encodeURIComponent(text)}`)).body)
}

test('a god-admin finds people, organisations and content sets of all organisations', async () => {
  expect(await found(god, 'water')).toMatchObject({
    users: [{ name: 'Head of 50% Water', tenant: 'Kestrel Water' }],
    organisations: [{ name: 'Kestrel Water' }],
    content_sets: [{ title: 'Water Framework' }],
  })
})

test('a god-admin finds the templates of the platform as well, and of each content set the newest edition', async () => {
  const platform = await theTenant(t.db, 'admin')
  const file = { ...aSmallSet(), title: 'Quayside template' }
  const id = await aContentSet(t.db, { tenant: platform, file })
  const made = await t.as(god).post(`/content-sets/${id}/versions`)
  expect((await found(god, 'quayside')).content_sets).toEqual([
    { id: (made.body as { id: number }).id, title: file.title, tenant: expect.any(String) },
  ])
  expect((await found(auditor, 'quayside')).content_sets).toEqual([])
})

test('a god-admin finds the people of the platform, nobody else does', async () => {
  const { id, email } = await aUser(t.db, {
    tenant: await theTenant(t.db, 'admin'),
    roles: ['auditor'],
    name: 'Zoë Platform',
  })
  expect((await found(god, 'zoe')).admin_users).toEqual([{ id, name: 'Zoë Platform', email }])
  expect((await found(god, email)).admin_users).toMatchObject([{ id }])
  for (const other of [auditor, admin]) expect((await found(other, 'zoe')).admin_users).toEqual([])
})

test('at most 8 of each are found', async () => {
  expect((await found(god, 'head of')).users).toHaveLength(MOST_FOUND)
})

test('a company admin finds what is in the own organisation only', async () => {
  expect((await found(admin, 'head of')).users.map(({ name }) => name)).toEqual([
    'Head of 50% Water',
  ])
  expect((await found(admin, 'linden')).organisations).toEqual([])
})

test('an auditor finds what is in the assigned organisations only', async () => {
  expect((await found(auditor, 'water')).users).toEqual([])
  expect((await found(auditor, 'e')).organisations).toMatchObject([{ name: 'Linden Health' }])
})

test('what is typed is found as it stands: a percent sign stands for itself', async () => {
  expect((await found(god, '50%')).users).toHaveLength(1)
  expect((await found(god, '%w')).users).toEqual([])
})
