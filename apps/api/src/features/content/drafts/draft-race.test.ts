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
} from '#testing/factories.ts'
import { aRespondent, choice } from '#testing/respondent.ts'
import { moveRunning } from '#features/assessments/answering/move-running.ts'
import { type TestApp, startTestApp } from '#testing/test-app.ts'
import { rounds } from '#testing/rounds.ts'

const ROUNDS = rounds(5, 50)

let t: TestApp
let tenant: TestTenant
let anna: TestUser
let ben: TestUser
let id: number
beforeAll(async () => {
  t = await startTestApp({ works: false })
})
beforeEach(async () => {
  tenant = await aTenant(t.db)
  anna = await aUser(t.db, { tenant, roles: ['admin'], name: 'Anna' })
  ben = await aUser(t.db, { tenant, roles: ['admin'], name: 'Ben' })
  id = await aContentSet(t.db, { tenant, file: aSmallSet(3), isPublished: false })
})
afterAll(() => t.close())

const detailsOf = async (of = id) =>
  contentSets.get.response.parse((await t.as(anna).get(`/content-sets/${of}`)).body)
const elementOf = async (elementId: number) =>
  contentSets.element.response.parse(
    (await t.as(anna).get(`/content-sets/${id}/elements/${elementId}`)).body,
  )
const save = (by: TestUser, body: object) => t.as(by).put(`/content-sets/${id}/draft`, body)
const seen = async (of = id) =>
  editions.impact.response.parse((await t.as(anna).get(`/content-sets/${of}/impact`)).body)
    .head_version
const publish = (head_version: number, by = anna, of = id, more: object = {}) =>
  t.as(by).post(`/content-sets/${of}/publication`, {
    head_version,
    what_changed: 'Words.',
    is_minor: false,
    ...more,
  })

test('of two authors who save one element at once one saves, 50 times over; the other is told', async () => {
  const [place] = (await detailsOf()).outline
  const elementId = place?.id ?? 0
  for (let pair = 0; pair < ROUNDS; pair += 1) {
    const { element, version } = await elementOf(elementId)
    const wish = (title: string) => ({
      elements: [{ id: elementId, version, element: { ...element, title } }],
    })
    const answers = await Promise.all([
      save(anna, wish(`Anna ${pair}`)),
      save(ben, wish(`Ben ${pair}`)),
    ])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    const winner = answers[0]?.status === 200 ? 'Anna' : 'Ben'
    expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({
      details: { saved_by: winner, elements: [{ element: { title: `${winner} ${pair}` } }] },
    })
    expect(await elementOf(elementId)).toMatchObject({
      version: version + 1,
      element: { title: `${winner} ${pair}` },
    })
  }
}, 60_000)

test('authors at different elements, adding and sorting at once lose nothing', async () => {
  const { outline } = await detailsOf()
  const wishes = outline.map(async (place, index) => {
    const { element, version } = await elementOf(place.id)
    const changed = { ...element, title: `Changed ${index}` }
    return await save(index === 0 ? ben : anna, {
      elements: [{ id: place.id, version, element: changed }],
    })
  })
  const { element } = await elementOf(outline[0]?.id ?? 0)
  const additions = [1, 2, 3].map((n) =>
    t.as(ben).post(`/content-sets/${id}/elements`, {
      element: { ...element, key: `more-${n}`, title: `More ${n}`, statements: [] },
      after: outline[0]?.id,
    }),
  )
  const order = outline.map((place) => place.id).toReversed()
  const answers = await Promise.all([...wishes, ...additions, save(anna, { order })])
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
  const titles = (await detailsOf()).outline.map(({ title }) => title)
  expect(titles.toSorted()).toEqual(
    ['Changed 0', 'Changed 1', 'Changed 2', 'More 1', 'More 2', 'More 3'].toSorted(),
  )
})

test('of two who publish at once one publishes, 50 times over', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    id = await aContentSet(t.db, { tenant, file: aSmallSet(3), isPublished: false })
    const head_version = await seen()
    const answers = await Promise.all([publish(head_version), publish(head_version, ben)])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    expect((await detailsOf()).outline).toHaveLength(3)
  }
}, 60_000)

test('what is saved while somebody publishes is either in the edition or refused, 50 times over', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    id = await aContentSet(t.db, { tenant, file: aSmallSet(), isPublished: false })
    const [place] = (await detailsOf()).outline
    const { element, version } = await elementOf(place?.id ?? 0)
    const changed = { ...element, title: 'Late' }
    const head_version = await seen()
    const [saved, published] = await Promise.all([
      save(ben, { elements: [{ id: place?.id, version, element: changed }] }),
      publish(head_version),
    ])
    expect([saved.status, published.status].toSorted((a, b) => a - b)).toEqual([200, 409])
    const { status, outline } = await detailsOf()
    expect(status).toBe(published.status === 200 ? 'published' : 'draft')
    expect(outline[0]?.title).toBe(saved.status === 200 ? 'Late' : element.title)
  }
}, 60_000)

test('of two who begin the next version at once both come to the same draft, 50 times over', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const first = await aContentSet(t.db, { tenant, file: aSmallSet() })
    const made = await Promise.all(
      [anna, ben].map((by) => t.as(by).post(`/content-sets/${first}/versions`)),
    )
    const ids = made.map(({ body }) => editions.newVersion.response.parse(body).id)
    expect(new Set(ids).size).toBe(1)
  }
}, 60_000)

test('an answer that is saved while a minor change moves the assessment is never lost, 50 times over', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const place = await aTenant(t.db)
    const author = await aUser(t.db, { tenant: place, roles: ['admin'] })
    const first = await aContentSet(t.db, { tenant: place, file: aSmallSet() })
    const user = await aUser(t.db, { tenant: place })
    const respondent = aRespondent(t, user)
    const assessment = await anAssessment(t.db, { user, contentSetId: first, answered: [] })
    const [element] = (await respondent.overview()).elements
    const [statement] = (await respondent.quiz(assessment, element?.id ?? 0)).statements
    if (!statement) throw new Error('There is no statement.')
    const made = await t.as(author).post(`/content-sets/${first}/versions`)
    const draft = editions.newVersion.response.parse(made.body).id
    const impact = await t.as(author).get(`/content-sets/${draft}/impact`)
    const { head_version } = editions.impact.response.parse(impact.body)
    const published = await publish(head_version, author, draft, { is_minor: true })
    expect(published.status).toBe(200)
    const job = { tenantId: place.id, id: draft }
    const [saved] = await Promise.all([
      respondent.save(assessment, choice(statement, 1, 1)),
      moveRunning(t.app, job, { number: 1, isLast: false }),
    ])
    expect([200, 404]).toContain(saved.status)
    const { rows } = await t.owner.query(
      `select count(*)::int as kept from responses r join statements s on s.id = r.statement_id
       where r.assessment_id = $1 and s.content_set_id = $2`,
      [assessment, draft],
    )
    expect(rows).toEqual([{ kept: saved.status === 200 ? 1 : 0 }])
  }
}, 60_000)
