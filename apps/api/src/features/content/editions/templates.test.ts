import { editions } from 'contract/editions'
import { templates } from 'contract/templates'
import { beforeEach, expect, test } from 'vitest'
import {
  type TestTenant,
  aContentSet,
  aSmallSet,
  aTenant,
  aUser,
  anAssessment,
  theTenant,
} from '#testing/factories.ts'
import { aMinorChange, aNextDraft, aNextEdition, publish } from '#testing/minor-change.ts'
import { testApp } from '#testing/test-app.ts'

const t = await testApp()
const platform = await theTenant(t.db, 'admin')
const god = await aUser(t.db, { tenant: platform, roles: ['god-admin'] })
let kestrel = await aTenant(t.db)
let linden = await aTenant(t.db)
let template = 0
beforeEach(async () => {
  kestrel = await aTenant(t.db, { name: 'Kestrel' })
  linden = await aTenant(t.db, { name: 'Linden' })
  template = await aContentSet(t.db, { tenant: platform, file: aSmallSet() })
})

const copiesIn = (body: unknown) => {
  const { version, copies } = editions.copies.response.parse(body)
  const ids = new Set([kestrel.id, linden.id])
  return { version, copies: copies.filter(({ tenant }) => ids.has(tenant.id)) }
}
const listCopies = async () =>
  copiesIn((await t.as(god).get(`/content-sets/${template}/copies`)).body)
const copy = (to: TestTenant[], of = template) =>
  t.as(god).post(`/content-sets/${of}/copies`, { tenant_ids: to.map(({ id }) => id) })
const copied = async (to: TestTenant[], of = template) => copiesIn((await copy(to, of)).body)
/** The id of Kestrel's new copy. */
const copyToKestrel = async (of = template) =>
  (await copied([kestrel], of)).copies[0]?.content_set?.id ?? 0
const anAdmin = () => aUser(t.db, { tenant: kestrel, roles: ['admin'] })
const nextTemplate = () =>
  aNextEdition(t, god, template, (element) => ({ ...element, description: 'Reworded.' }))
const overviewOf = async (user: Awaited<ReturnType<typeof anAdmin>>) =>
  (await t.as(user).get('/overview')).body

test('a copied template is in force in the organisation straight away', async () => {
  const answer = await copied([kestrel])
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
  const id = answer.copies[0]?.content_set?.id
  const mine = await t.as(await anAdmin()).get(`/content-sets/${id}`)
  const { title } = aSmallSet()
  expect(mine.body).toMatchObject({ tenant: { id: kestrel.id }, head: { title } })
  const user = await aUser(t.db, { tenant: kestrel })
  expect(await overviewOf(user)).toMatchObject({ content_set: { id } })
  const rows = await t.sql`select action from audit_events where tenant_id = ${kestrel.id}`
  expect(rows).toEqual([{ action: 'content_set.copied' }])
})

test('an admin finds the published templates and copies one to their own organisation', async () => {
  const { title } = aSmallSet()
  const admin = await anAdmin()
  const find = async () => {
    const answer = templates.list.response.parse((await t.as(admin).get('/templates')).body)
    return answer.templates.find(({ id }) => id === template)
  }
  expect(await find()).toMatchObject({ id: template, version: 1, is_used: false, elements: 2 })
  const answer = await t.as(admin).post(`/templates/${template}/copies`)
  const { id } = templates.copy.response.parse(answer.body)
  const user = await aUser(t.db, { tenant: kestrel })
  expect(await overviewOf(user)).toMatchObject({ content_set: { id, title } })
  expect(await find()).toMatchObject({ is_used: true })
  const again = await t.as(admin).post(`/templates/${template}/copies`)
  expect(again.body).toEqual({ id })
  const events = await t.sql`
    select action, actor_id from audit_events where tenant_id = ${kestrel.id}`
  expect(events).toEqual([{ action: 'content_set.copied', actor_id: admin.id }])
  expect((await listCopies()).copies[0]?.content_set?.id).toBe(id)

  const others = await aContentSet(t.db, { tenant: linden })
  expect((await t.as(admin).post(`/templates/${others}/copies`)).status).toBe(404)
  await t.as(god).post(`/content-sets/${template}/retirement`)
  expect(await find()).toBeUndefined()
  expect((await t.as(admin).post(`/templates/${template}/copies`)).status).toBe(409)
})

test('copied again, the next version of a template becomes the next version of each copy', async () => {
  await copy([kestrel, linden])
  const user = await aUser(t.db, { tenant: kestrel })
  const contentSetId = (await listCopies()).copies[0]?.content_set?.id ?? 0
  await anAssessment(t.db, { user, contentSetId })
  const draft = await aNextDraft(t, god, template)
  expect((await t.as(god).get(`/content-sets/${draft}/impact`)).body).toMatchObject({
    organisations: 2,
  })
  const next = await nextTemplate()
  expect(await listCopies()).toMatchObject({
    version: 2,
    copies: [{ is_newest: false }, { is_newest: false }],
  })
  for (const _ of ['first', 'again'])
    expect(await copied([kestrel], next)).toMatchObject({
      copies: [
        { content_set: { version: 2, from_version: 2 }, is_newest: true },
        { content_set: { version: 1, from_version: 1 }, is_newest: false },
      ],
    })
  expect(await overviewOf(user)).toMatchObject({
    new_edition: { version: 2, what_changed: 'Other words.' },
  })
})

test('the list shows which organisations have changed their copy, and the history what was copied', async () => {
  const made = (await copied([kestrel, linden])).copies[0]?.content_set?.id ?? 0
  const admin = await anAdmin()
  const changed = async () =>
    (await listCopies()).copies.map(({ content_set }) => content_set?.is_changed)
  expect(await changed()).toEqual([false, false])
  const id = await aNextDraft(t, admin, made)
  expect((await publish(t, admin, id)).status).toBe(200)
  expect(await changed()).toEqual([true, false])
  const history = await t.as(admin).get(`/content-sets/${id}/versions`)
  expect(history.body).toMatchObject({ versions: [{ is_copy: false }, { is_copy: true }] })
  await copy([kestrel], await nextTemplate())
  expect(await changed()).toEqual([false, false])
})

test('a minor change of a template moves the running assessments of its copies', async () => {
  const contentSetId = await copyToKestrel()
  const user = await aUser(t.db, { tenant: kestrel })
  await anAssessment(t.db, { user, contentSetId })
  const id = await copyToKestrel(await aMinorChange(t, god, template))
  await expect
    .poll(() => overviewOf(user), { timeout: 30_000 })
    .toMatchObject({
      content_set: { id },
      assessment: { status: 'completed' },
      new_edition: null,
    })
})

test('an organisation’s own draft follows the new copy', async () => {
  const admin = await anAdmin()
  const draft = await aNextDraft(t, admin, await copyToKestrel())
  const id = await copyToKestrel(await nextTemplate())
  expect((await t.as(admin).get(`/content-sets/${draft}`)).body).toMatchObject({
    version: 3,
    based_on: { id, version: 2 },
  })
})

test('an admin sees the statements of a published template before copying it', async () => {
  const admin = t.as(await anAdmin())
  const { title, elements } = aSmallSet()
  expect(await admin.get(`/templates/${template}`)).toMatchObject({
    status: 200,
    body: {
      title,
      elements: elements.map((element) => ({
        title: element.title,
        statements: element.statements.map(({ text }) => text),
      })),
    },
  })
  const own = await aContentSet(t.db, { tenant: kestrel, file: aSmallSet() })
  expect((await admin.get(`/templates/${own}`)).status).toBe(404)
  const draft = await aNextDraft(t, god, template)
  expect((await admin.get(`/templates/${draft}`)).status).toBe(409)
})

test('only published templates are copied, to existing organisations', async () => {
  expect((await copy([{ ...kestrel, id: 999_999_999 }])).status).toBe(404)
  const own = await aContentSet(t.db, { tenant: kestrel, file: aSmallSet() })
  expect((await copy([linden], own)).status).toBe(404)
  const file = aSmallSet()
  const draft = await aContentSet(t.db, { tenant: platform, file, isPublished: false })
  expect((await copy([linden], draft)).status).toBe(409)
})

test('a copied template can be retired, but is deleted only after its copies', async () => {
  const made = await copyToKestrel()
  const remove = () => t.as(god).delete(`/content-sets/${template}`)
  expect(await remove()).toMatchObject({
    status: 409,
    code: 'conflict',
    body: {
      message:
        '1 organisation has a copy of this content set, so you can’t delete it. Retire it instead.',
    },
  })
  await t.as(god).post(`/content-sets/${template}/retirement`)
  expect((await remove()).body).toMatchObject({
    message:
      '1 organisation has a copy of this content set, so you can’t delete it. The content set is already retired, so no more organisations can copy it.',
  })
  expect((await t.as(await anAdmin()).delete(`/content-sets/${made}`)).status).toBe(204)
  expect((await remove()).status).toBe(204)
})
