import { contentSets } from 'contract/content-sets'
import { editions } from 'contract/editions'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  type TestTenant,
  type TestUser,
  aContentSet,
  aSmallSet,
  aTenant,
  aUser,
  anAssessment,
  theTenant,
} from '#testing/factories.ts'
import { type TestApp, startTestApp } from '#testing/test-app.ts'

let t: TestApp
let god: TestUser
let platform: TestTenant
let kestrel: TestTenant
let linden: TestTenant
let template: number
beforeAll(async () => {
  t = await startTestApp()
  platform = await theTenant(t.db, 'admin')
  god = await aUser(t.db, { tenant: platform, roles: ['god-admin'] })
})
beforeEach(async () => {
  kestrel = await aTenant(t.db, { name: 'Kestrel' })
  linden = await aTenant(t.db, { name: 'Linden' })
  template = await aContentSet(t.db, { tenant: platform, file: aSmallSet() })
})
afterAll(() => t.close())

const copiesOf = (body: unknown) => {
  const { version, copies } = editions.copies.response.parse(body)
  return {
    version,
    copies: copies.filter(({ tenant }) => [kestrel.id, linden.id].includes(tenant.id)),
  }
}
const copy = (to: TestTenant[], of = template, by = god) =>
  t.as(by).post(`/content-sets/${of}/copies`, { tenant_ids: to.map(({ id }) => id) })

/** Publishes the template's next version, with other words in it. */
async function nextTemplate({ isMinor = false } = {}) {
  const made = await t.as(god).post(`/content-sets/${template}/versions`)
  const draft = editions.newVersion.response.parse(made.body).id
  const details = await t.as(god).get(`/content-sets/${draft}`)
  const [place] = contentSets.get.response.parse(details.body).outline
  const read = await t.as(god).get(`/content-sets/${draft}/elements/${place?.id}`)
  const { element, version } = contentSets.element.response.parse(read.body)
  const changed = { ...element, description: 'Reworded.' }
  const elements = [{ id: place?.id, version, element: changed }]
  await t.as(god).put(`/content-sets/${draft}/draft`, { elements })
  const impact = await t.as(god).get(`/content-sets/${draft}/impact`)
  const { head_version, organisations } = editions.impact.response.parse(impact.body)
  const answer = await t.as(god).post(`/content-sets/${draft}/publication`, {
    head_version,
    what_changed: 'Reworded.',
    is_minor: isMinor,
  })
  expect(answer.status).toBe(200)
  return { id: draft, organisations }
}

test('a template is copied to organisations, where it is in force at once', async () => {
  const answer = copiesOf((await copy([kestrel])).body)
  expect(answer).toMatchObject({
    version: 1,
    copies: [
      {
        tenant: { name: 'Kestrel' },
        content_set: { version: 1, status: 'published', from_version: 1 },
        is_newest: true,
      },
      { tenant: { name: 'Linden' }, content_set: null, is_newest: false },
    ],
  })
  const admin = await aUser(t.db, { tenant: kestrel, roles: ['admin'] })
  const copied = answer.copies[0]?.content_set?.id
  const mine = await t.as(admin).get(`/content-sets/${copied}`)
  expect(mine.body).toMatchObject({
    tenant: { id: kestrel.id },
    head: { title: aSmallSet().title },
  })
  const user = await aUser(t.db, { tenant: kestrel })
  expect((await t.as(user).get('/overview')).body).toMatchObject({ content_set: { id: copied } })
  const { rows } = await t.owner.query('select action from audit_events where tenant_id = $1', [
    kestrel.id,
  ])
  expect(rows).toEqual([{ action: 'content_set.copied' }])
})

test('copied again, the next version of a template becomes the next version of each copy', async () => {
  await copy([kestrel, linden])
  const next = await nextTemplate()
  expect(next.organisations).toBe(2)
  const before = await t.as(god).get(`/content-sets/${template}/copies`)
  expect(copiesOf(before.body)).toMatchObject({
    version: 2,
    copies: [{ is_newest: false }, { is_newest: false }],
  })
  const user = await aUser(t.db, { tenant: kestrel })
  const first = copiesOf(before.body).copies[0]?.content_set?.id ?? 0
  await anAssessment(t.db, { user, contentSetId: first })
  expect(copiesOf((await copy([kestrel], next.id)).body)).toMatchObject({
    copies: [
      { content_set: { version: 2, from_version: 2 }, is_newest: true },
      { content_set: { version: 1, from_version: 1 }, is_newest: false },
    ],
  })
  expect((await t.as(user).get('/overview')).body).toMatchObject({
    new_edition: { version: 2, what_changed: 'Reworded.' },
  })
  const again = copiesOf((await copy([kestrel], next.id)).body)
  expect(again.copies[0]?.content_set?.version).toBe(2)
})

test('the list tells who has published changes of its own, and the history what was copied', async () => {
  const made = copiesOf((await copy([kestrel, linden])).body).copies[0]?.content_set?.id ?? 0
  const admin = await aUser(t.db, { tenant: kestrel, roles: ['admin'] })
  const own = await t.as(admin).post(`/content-sets/${made}/versions`)
  const { id } = editions.newVersion.response.parse(own.body)
  const changed = async () =>
    copiesOf((await t.as(god).get(`/content-sets/${template}/copies`)).body).copies.map(
      ({ content_set }) => content_set?.is_changed,
    )
  expect(await changed()).toEqual([false, false])
  const impact = editions.impact.response.parse(
    (await t.as(admin).get(`/content-sets/${id}/impact`)).body,
  )
  const body = { head_version: impact.head_version, what_changed: 'Ours.', is_minor: false }
  expect((await t.as(admin).post(`/content-sets/${id}/publication`, body)).status).toBe(200)
  expect(await changed()).toEqual([true, false])
  const history = await t.as(admin).get(`/content-sets/${id}/versions`)
  expect(history.body).toMatchObject({ versions: [{ is_copy: false }, { is_copy: true }] })
  const next = await nextTemplate()
  await copy([kestrel], next.id)
  expect(await changed()).toEqual([false, false])
})

test('a minor change of a template takes the running assessments of its copies along', async () => {
  const made = copiesOf((await copy([kestrel])).body).copies[0]?.content_set?.id ?? 0
  const user = await aUser(t.db, { tenant: kestrel })
  await anAssessment(t.db, { user, contentSetId: made })
  const next = await nextTemplate({ isMinor: true })
  const copied = copiesOf((await copy([kestrel], next.id)).body).copies[0]?.content_set?.id
  const overview = async () => (await t.as(user).get('/overview')).body
  await expect.poll(overview, { timeout: 30_000 }).toMatchObject({
    content_set: { id: copied },
    assessment: { status: 'completed' },
    new_edition: null,
  })
})

test('a draft that an organisation has of its own follows the copy', async () => {
  const made = copiesOf((await copy([kestrel])).body).copies[0]?.content_set?.id ?? 0
  const admin = await aUser(t.db, { tenant: kestrel, roles: ['admin'] })
  const own = await t.as(admin).post(`/content-sets/${made}/versions`)
  const draft = editions.newVersion.response.parse(own.body).id
  const next = await nextTemplate()
  const copied = copiesOf((await copy([kestrel], next.id)).body).copies[0]?.content_set
  expect(copied).toMatchObject({ version: 2 })
  expect((await t.as(admin).get(`/content-sets/${draft}`)).body).toMatchObject({
    version: 3,
    based_on: { id: copied?.id, version: 2 },
  })
})

test('only published templates are copied, by god-admins at the platform, to organisations that there are', async () => {
  expect((await copy([{ ...kestrel, id: 999_999_999 }])).status).toBe(404)
  const own = await aContentSet(t.db, { tenant: kestrel, file: aSmallSet() })
  expect((await copy([linden], own)).status).toBe(404)
  const file = aSmallSet()
  const draft = await aContentSet(t.db, { tenant: platform, file, isPublished: false })
  expect((await copy([linden], draft)).status).toBe(409)
  const local = await aUser(t.db, { tenant: kestrel, roles: ['god-admin'] })
  expect((await copy([kestrel], own, local)).status).toBe(403)
})

test('a template that was copied is retired, not deleted, until its copies are gone', async () => {
  const { body } = await copy([kestrel])
  const refused = await t.as(god).delete(`/content-sets/${template}`)
  expect(refused).toMatchObject({ status: 409, code: 'conflict' })
  expect(refused.body).toMatchObject({
    message: '1 organisation has a copy of this content set: retire it instead.',
  })
  await t.as(god).post(`/content-sets/${template}/retirement`)
  expect((await t.as(god).delete(`/content-sets/${template}`)).body).toMatchObject({
    message: '1 organisation has a copy of this content set: it stays as it is, retired.',
  })
  const made = copiesOf(body).copies.find(({ tenant }) => tenant.id === kestrel.id)?.content_set
  const admin = await aUser(t.db, { tenant: kestrel, roles: ['admin'] })
  expect((await t.as(admin).delete(`/content-sets/${made?.id}`)).status).toBe(204)
  expect((await t.as(god).delete(`/content-sets/${template}`)).status).toBe(204)
})
