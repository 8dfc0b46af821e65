import { adminUsers } from 'contract/admin-users'
import { Found } from 'contract/find'
import { users } from 'contract/users'
import { tenants } from 'contract/tenants'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  type TestUser,
  aContentSet,
  aSmallSet,
  aTenant,
  aUser,
  theTenant,
} from '#testing/factories.ts'
import { type TestApp, startTestApp } from '#testing/test-app.ts'

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

let t: TestApp
let god: TestUser
beforeAll(async () => {
  t = await startTestApp({ works: false })
  const platform = await theTenant(t.db, 'admin')
  god = await aUser(t.db, { tenant: platform, roles: ['god-admin'], name: 'God' })
  for (const name of new Set(NAMES.map(([, name]) => name))) {
    const tenant = await aTenant(t.db, { name })
    await aUser(t.db, { tenant, name })
    await aContentSet(t.db, { tenant, file: { ...aSmallSet(), title: name } })
    await aUser(t.db, { tenant: platform, roles: ['auditor'], name })
  }
})
afterAll(() => t.close())

const get = async (path: string) => (await t.as(god).get(path)).body

test.each(NAMES)(
  'by “%s” %s is found: letters are alike that many people cannot type',
  async (part, name) => {
    const text = encodeURIComponent(part)
    expect(users.list.response.parse(await get(`/users?name=${text}`)).rows).toMatchObject([
      { name },
    ])
    expect(tenants.list.response.parse(await get(`/customers?name=${text}`)).rows).toMatchObject([
      { name },
    ])
    expect(
      adminUsers.list.response.parse(await get(`/admin-users?name=${text}`)).rows,
    ).toMatchObject([{ name }])
    const found = Found.parse(await get(`/find?text=${text}`))
    expect(found.organisations).toMatchObject([{ name }])
    expect(found.content_sets).toMatchObject([{ title: name }])
    expect(found.users).toMatchObject([{ name }])
    expect(found.admin_users).toMatchObject([{ name }])
  },
)
