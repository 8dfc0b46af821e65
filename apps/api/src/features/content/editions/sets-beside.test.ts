import { contentSets } from 'contract/content-sets'
import { PublishingImpact, editions } from 'contract/editions'
import { beforeEach, expect, test } from 'vitest'
import { THIS_YEAR, aContentSet, aSmallSet, aTenant, aUser, theTenant } from '#testing/factories.ts'
import { aTinySet } from '#testing/respondent.ts'
import { testApp } from '#testing/test-app.ts'

const t = await testApp({ works: false })
const platform = await theTenant(t.db, 'admin')
const god = await aUser(t.db, { tenant: platform, roles: ['god-admin'] })
let tenant = await aTenant(t.db)
let admin = await aUser(t.db, { tenant, roles: ['admin'] })
beforeEach(async () => {
  tenant = await aTenant(t.db, { name: 'Kestrel' })
  admin = await aUser(t.db, { tenant, roles: ['admin'] })
})

const aDraft = (file = aSmallSet()) => aContentSet(t.db, { tenant, file, isPublished: false })
const impactOf = async (id: number) =>
  PublishingImpact.parse((await t.as(admin).get(`/content-sets/${id}/impact`)).body)
const publish = async (id: number) => {
  const { head_version } = await impactOf(id)
  const body = { head_version, what_changed: 'More.', is_minor: false }
  expect((await t.as(admin).post(`/content-sets/${id}/publication`, body)).status).toBe(200)
}
const listed = async () => {
  const { rows } = contentSets.list.response.parse((await t.as(admin).get('/content-sets')).body)
  return Object.fromEntries(rows.map(({ id, in_force }) => [id, in_force]))
}
const BOTH = ['self_assessment', 'certification']

test('publishing a second set names the one that stays in force beside it', async () => {
  const first = await aContentSet(t.db, { tenant, file: aTinySet() })
  const draft = await aDraft()
  const beside = [{ id: first, title: 'Tiny', version: 1 }]
  expect((await impactOf(draft)).beside).toEqual(beside)
  expect(await listed()).toEqual({ [first]: BOTH, [draft]: null })
  await publish(draft)
  expect(await listed()).toEqual({ [first]: BOTH, [draft]: BOTH })
})

test('of each set only the newest edition is in force', async () => {
  const first = await aContentSet(t.db, { tenant, file: aTinySet() })
  const other = await aContentSet(t.db, { tenant, file: aSmallSet() })
  const second = await aContentSet(t.db, { tenant, file: aTinySet(), after: first })
  const next = await aContentSet(t.db, { tenant, after: second, yearFrom: THIS_YEAR + 1 })
  expect(await listed()).toEqual({ [first]: [], [other]: BOTH, [second]: BOTH, [next]: [] })
  await t.as(admin).post(`/content-sets/${second}/retirement`)
  expect(await listed()).toMatchObject({ [first]: BOTH, [other]: BOTH, [second]: null })
})

test('the next version of a set names other sets, but not its own versions', async () => {
  const first = await aContentSet(t.db, { tenant, file: aSmallSet() })
  const made = await t.as(admin).post(`/content-sets/${first}/versions`)
  const draft = editions.newVersion.response.parse(made.body).id
  expect((await impactOf(draft)).beside).toEqual([])
  const other = await aContentSet(t.db, { tenant, file: aTinySet() })
  expect((await impactOf(draft)).beside).toMatchObject([{ id: other }])
})

test('only sets of a year to come and of a type that both offer are named', async () => {
  const [past, next, typed] = [
    await aContentSet(t.db, { tenant, yearFrom: THIS_YEAR - 3 }),
    await aContentSet(t.db, { tenant, yearFrom: THIS_YEAR + 1 }),
    await aContentSet(t.db, { tenant }),
  ]
  await t.sql`update content_sets set year_to = ${THIS_YEAR - 1} where id = ${past}`
  await t.sql`update content_sets set offers_self_assessment = false where id = ${typed}`
  const draft = await aDraft()
  const named = async (head: object) => {
    await t.sql`update content_sets set draft = draft || ${JSON.stringify(head)}::jsonb where id = ${draft}`
    return (await impactOf(draft)).beside.map(({ id }) => id)
  }
  expect(await named({ year_from: THIS_YEAR - 5, year_to: null })).toEqual([next, typed])
  expect(await named({ year_to: THIS_YEAR })).toEqual([typed])
  expect(await named({ offers_certification: false })).toEqual([])
  expect(await named({ year_to: THIS_YEAR + 1 })).toEqual([next])
})

test('publishing a set names the scripts that PDFs have no font for', async () => {
  const [element, ...others] = aSmallSet().elements.map((each) => ({ ...each }))
  const file = { ...aSmallSet(), elements: [{ ...element, title: 'สวัสดี ՀԱՅ Ж 中' }, ...others] }
  const draft = await aDraft(file as ReturnType<typeof aSmallSet>)
  expect((await impactOf(draft)).scripts_without_font).toEqual(['Thai', 'Armenian'])
  expect((await impactOf(await aDraft())).scripts_without_font).toEqual([])
})

test('copying a template names what stays in force beside it in each organisation', async () => {
  const template = await aContentSet(t.db, { tenant: platform, file: aSmallSet() })
  const own = await aContentSet(t.db, { tenant, file: aTinySet() })
  const other = await aTenant(t.db)
  const copies = async () => {
    const answer = await t.as(god).get(`/content-sets/${template}/copies`)
    const all = editions.copies.response.parse(answer.body).copies
    const of = (id: number) => all.find((one) => one.tenant.id === id)?.beside
    return [of(tenant.id), of(other.id)]
  }
  const beside = [[{ id: own, title: 'Tiny', version: 1 }], []]
  expect(await copies()).toEqual(beside)
  await t.as(god).post(`/content-sets/${template}/copies`, { tenant_ids: [tenant.id] })
  expect(await copies()).toEqual(beside)
  const { rows } = contentSets.list.response.parse(
    (await t.as(god).get('/content-sets', { query: { tenant_id: String(platform.id) } })).body,
  )
  expect(rows.find(({ id }) => id === template)?.in_force).toBeNull()
})
