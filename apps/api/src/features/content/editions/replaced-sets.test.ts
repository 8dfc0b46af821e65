import { contentSets } from 'contract/content-sets'
import { type ReplacedSet, PublishingImpact, editions } from 'contract/editions'
import { beforeEach, expect, test } from 'vitest'
import { THIS_YEAR, aContentSet, aSmallSet, aTenant, aUser, theTenant } from '#testing/factories.ts'
import { aRespondent, aTinySet } from '#testing/respondent.ts'
import { testApp } from '#testing/test-app.ts'
import { replacedBy } from '#features/content/in-force.ts'

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
const BOTH: ReplacedSet['types'] = ['self_assessment', 'certification']

test('publishing a second set names the one it replaces, and its users', async () => {
  const first = await aContentSet(t.db, { tenant, file: aTinySet() })
  const started = aRespondent(t, await aUser(t.db, { tenant }))
  const id = await started.open()
  await aUser(t.db, { tenant })
  await aUser(t.db, { tenant, isActive: false })
  const draft = await aDraft()
  expect((await impactOf(draft)).replaces).toEqual([
    {
      id: first,
      title: 'Tiny',
      version: 1,
      types: BOTH,
      year_from: THIS_YEAR,
      year_to: null,
      started: 1,
      // The admin and the user who have not started. A certification is not started by anyone.
      not_started: 3,
    },
  ])
  expect(await listed()).toEqual({ [first]: BOTH, [draft]: null })
  await publish(draft)
  expect(await listed()).toEqual({ [first]: [], [draft]: BOTH })
  expect(await started.overview()).toMatchObject({ assessment: { id }, content_set: { id: first } })
  const newcomer = aRespondent(t, await aUser(t.db, { tenant }))
  expect(await newcomer.overview()).toMatchObject({ content_set: { id: draft } })
})

test('the next version of a set replaces a newer set of another family, but not its own', async () => {
  const first = await aContentSet(t.db, { tenant, file: aSmallSet() })
  const made = await t.as(admin).post(`/content-sets/${first}/versions`)
  const draft = editions.newVersion.response.parse(made.body).id
  expect((await impactOf(draft)).replaces).toEqual([])
  const other = await aContentSet(t.db, { tenant, file: aTinySet() })
  expect((await impactOf(draft)).replaces).toMatchObject([{ id: other, not_started: 1 }])
})

test('publishing a set names the scripts that PDFs have no font for', async () => {
  const [element, ...others] = aSmallSet().elements.map((each) => ({ ...each }))
  const file = { ...aSmallSet(), elements: [{ ...element, title: 'สวัสดี ՀԱՅ Ж 中' }, ...others] }
  const draft = await aDraft(file as ReturnType<typeof aSmallSet>)
  expect((await impactOf(draft)).scripts_without_font).toEqual(['Thai', 'Armenian'])
  expect((await impactOf(await aDraft())).scripts_without_font).toEqual([])
})

test('copying a template names what it replaces in each organisation', async () => {
  const template = await aContentSet(t.db, { tenant: platform, file: aSmallSet() })
  const own = await aContentSet(t.db, { tenant, file: aTinySet() })
  const other = await aTenant(t.db)
  const copies = async () => {
    const answer = await t.as(god).get(`/content-sets/${template}/copies`)
    const all = editions.copies.response.parse(answer.body).copies
    const of = (id: number) => all.find((one) => one.tenant.id === id)?.replaces
    return [of(tenant.id), of(other.id)]
  }
  expect(await copies()).toMatchObject([[{ id: own, title: 'Tiny', types: BOTH }], []])
  await t.as(god).post(`/content-sets/${template}/copies`, { tenant_ids: [tenant.id] })
  expect(await copies()).toEqual([[], []])
  const { rows } = contentSets.list.response.parse(
    (await t.as(god).get('/content-sets', { query: { tenant_id: String(platform.id) } })).body,
  )
  expect(rows.find(({ id }) => id === template)?.in_force).toBeNull()
})

test('only the years and types that both sets offer count, and of them the set in force', () => {
  const set = (id: number, from: number, to: number | null, types = BOTH) => ({
    tenant_id: 1,
    time_zone: 'UTC',
    id,
    family_id: id,
    title: `Set ${id}`,
    version: 1,
    year_from: from,
    year_to: to,
    offers_self_assessment: types.includes('self_assessment'),
    offers_certification: types.includes('certification'),
  })
  const replaced = (offer: ReturnType<typeof set>, sets: ReturnType<typeof set>[]) =>
    replacedBy({ ...offer, tenantId: 1, familyId: offer.family_id }, sets, 2026).map((one) => [
      one.id,
      one.types.length,
      one.year_from,
      one.year_to,
    ])
  // Newest first.
  const sets = [
    set(3, 2027, 2027, ['self_assessment']),
    set(2, 2028, null, ['certification']),
    set(1, 2020, 2028),
  ]
  expect(replaced(set(9, 2020, null), sets)).toEqual([
    [1, 2, 2026, 2028],
    [3, 1, 2027, 2027],
    [2, 1, 2028, null],
  ])
  expect(replaced(set(9, 2027, 2027), sets)).toEqual([
    [3, 1, 2027, 2027],
    [1, 1, 2027, 2027],
  ])
  expect(replaced(set(9, 2020, 2025), sets)).toEqual([])
  expect(replaced(set(9, 2029, null, ['self_assessment']), sets)).toEqual([])
  expect(replaced(set(3, 2020, null), sets.slice(0, 1))).toEqual([])
})
