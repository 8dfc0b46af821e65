import { adminUsers } from 'contract/admin-users'
import { FindResult, MAX_FOUND } from 'contract/find'
import { tenants } from 'contract/tenants'
import { users } from 'contract/users'
import { expect, test } from 'vitest'
import { anAuditor } from '#testing/certifying.ts'
import {
  aContentSet,
  aSmallSet,
  aTenant,
  aUser,
  theTenant,
  type TestUser,
} from '#testing/factories.ts'
import { testApp } from '#testing/test-app.ts'

const NAMES = [
  ['łukas', 'Łukasz Køster'],
  ['KOSTER', 'Łukasz Køster'],
  ['køst', 'Łukasz Køster'],
  ['strasse', 'Anna Straße'],
  ['STRAẞE', 'Anna Straße'],
  ['aegir', 'Ægir Đorđević'],
  ['dordev', 'Ægir Đorđević'],
  ['हिन्दी', 'हिन्दी राम'],
  ['がく', 'がくと'],
] as const

const t = await testApp({ works: false })
const platform = await theTenant(t.db, 'admin')
const kestrel = await aTenant(t.db, { domain: 'kestrel', name: 'Kestrel Water' })
const linden = await aTenant(t.db, { domain: 'linden', name: 'Linden Health' })
const god = await aUser(t.db, { tenant: platform, roles: ['god-admin'] })
const auditor = await anAuditor(t.db, linden)
const admin = await aUser(t.db, { tenant: kestrel, roles: ['admin'], name: 'Kestrel Admin' })
for (let i = 0; i < 12; i += 1) await aUser(t.db, { tenant: linden, name: `Head of ${i}` })
await aUser(t.db, { tenant: kestrel, name: 'Head of 50% Water' })
for (const name of new Set(NAMES.map(([, name]) => name))) {
  const tenant = await aTenant(t.db, { name })
  await aUser(t.db, { tenant, name })
  await aContentSet(t.db, { tenant, file: { ...aSmallSet(), title: name } })
  await aUser(t.db, { tenant: platform, roles: ['auditor'], name })
}

async function found(person: TestUser, text: string) {
  return FindResult.parse((await t.as(person).get(`/find?text=${encodeURIComponent(text)}`)).body)
}

test('a god-admin finds templates and the newest edition of each content set', async () => {
  const platform = await theTenant(t.db, 'admin')
  const file = { ...aSmallSet(), title: 'Quayside template' }
  const id = await aContentSet(t.db, { tenant: platform, file })
  const created = await t.as(god).post(`/content-sets/${id}/versions`)
  expect((await found(god, 'quayside')).content_sets).toEqual([
    {
      id: (created.body as { id: number }).id,
      title: file.title,
      language: 'en-GB',
      tenant: expect.any(String),
    },
  ])
  expect((await found(auditor, 'quayside')).content_sets).toEqual([])
})

test('only a god-admin finds platform users', async () => {
  const { id, email } = await aUser(t.db, {
    tenant: await theTenant(t.db, 'admin'),
    roles: ['auditor'],
    name: 'Zoë Platform',
  })
  expect((await found(god, 'zoe')).admin_users).toEqual([{ id, name: 'Zoë Platform', email }])
  expect((await found(god, email)).admin_users).toMatchObject([{ id }])
  for (const other of [auditor, admin]) expect((await found(other, 'zoe')).admin_users).toEqual([])
})

test('admins and auditors find only their organisations, god-admins at most 8 of each', async () => {
  expect((await found(god, 'head of')).users).toHaveLength(MAX_FOUND)
  expect((await found(admin, 'head of')).users).toMatchObject([{ name: 'Head of 50% Water' }])
  expect((await found(admin, 'linden')).organisations).toEqual([])
  expect((await found(auditor, 'water')).users).toEqual([])
  expect((await found(auditor, 'e')).organisations).toMatchObject([{ name: 'Linden Health' }])
})

test('a percent sign is searched literally', async () => {
  expect((await found(god, '50%')).users).toHaveLength(1)
  expect((await found(god, '%w')).users).toEqual([])
})

test.each(NAMES)('“%s” finds %s', async (part, name) => {
  for (const [list, path] of [
    [users.list, '/users'],
    [tenants.list, '/customers'],
    [adminUsers.list, '/admin-users'],
  ] as const) {
    const { body } = await t.as(god).get(`${path}?name=${encodeURIComponent(part)}`)
    expect(list.response.parse(body).rows, path).toMatchObject([{ name }])
  }
  expect(await found(god, part)).toMatchObject({
    organisations: [{ name }],
    content_sets: [{ title: name }],
    users: [{ name, tenant: name }],
    admin_users: [{ name }],
  })
})
