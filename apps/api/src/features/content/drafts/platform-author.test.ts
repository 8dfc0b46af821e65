import { contentSets } from 'contract/content-sets'
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

let t: TestApp
beforeAll(async () => {
  t = await startTestApp({ works: false })
})
afterAll(() => t.close())

test('a god-admin’s own saves in an organisation are known as own, and nobody else’s', async () => {
  const northfield = await aTenant(t.db)
  const platform = await theTenant(t.db, 'admin')
  const god = await aUser(t.db, { tenant: platform, roles: ['god-admin'] })
  const second = await aUser(t.db, { tenant: platform, roles: ['god-admin'] })
  const admin = await aUser(t.db, { tenant: northfield, roles: ['admin'] })
  const id = await aContentSet(t.db, { tenant: northfield, file: aSmallSet(), isPublished: false })
  const path = `/content-sets/${id}`
  const { head, head_version, outline } = contentSets.get.response.parse(
    (await t.as(god).get(path)).body,
  )
  const [place] = outline
  const read = await t.as(god).get(`${path}/elements/${place?.id}`)
  const { element, version } = contentSets.element.response.parse(read.body)
  const save = (title: string) =>
    t.as(god).put(`${path}/draft`, {
      head: { version: head_version, head: { ...head, title } },
      elements: [{ id: place?.id, version, element: { ...element, title } }],
    })
  expect((await save('From above')).status).toBe(200)

  const latest = async (by: TestUser) => (await t.as(by).get(`${path}/latest-save`)).body
  expect(await latest(god)).toMatchObject({ saved_by: null, is_own: true })
  for (const other of [admin, second])
    expect(await latest(other)).toMatchObject({ saved_by: null, is_own: false })
  expect((await save('From another tab')).body).toMatchObject({
    details: { is_own: true, head: { is_own: true }, elements: [{ is_own: true }] },
  })
})
