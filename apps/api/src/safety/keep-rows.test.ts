import { editions } from 'contract/editions'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { keepRows } from '#testing/keep-rows.ts'
import { aContentSet, aSmallSet, aTenant, aUser } from '#testing/factories.ts'
import { type TestApp, startTestApp } from '#testing/test-app.ts'

let t: TestApp
beforeAll(async () => {
  t = await startTestApp({ works: false })
})
afterAll(() => t.close())

test('a draft that was published, or removed, is a draft again that can be published', async () => {
  const tenant = await aTenant(t.db)
  const admin = t.as(await aUser(t.db, { tenant, roles: ['admin'] }))
  const draft = await aContentSet(t.db, { tenant, file: aSmallSet(), isPublished: false })
  const restore = await keepRows(t.owner)
  const publish = async () => {
    const { body } = await admin.get(`/content-sets/${draft}/impact`)
    const { head_version } = editions.impact.response.parse(body)
    const wish = { head_version, what_changed: 'All of it', is_minor: false }
    return await admin.post(`/content-sets/${draft}/publication`, wish)
  }
  for (let turn = 0; turn < 2; turn += 1) {
    expect((await publish()).status).toBe(200)
    await restore()
  }
  expect((await admin.delete(`/content-sets/${draft}`)).status).toBe(204)
  await restore()
  expect((await publish()).status).toBe(200)
})
