import { contentSets } from 'contract/content-sets'
import { beforeEach, expect, test } from 'vitest'
import { moveRunning } from '#features/assessments/answering/move-running.ts'
import { type TestUser, aContentSet, aSmallSet, aTenant, aUser } from '#testing/factories.ts'
import { aMinorChange, aNextDraft, impactOf } from '#testing/minor-change.ts'
import { anOpenAssessment, choice } from '#testing/respondent.ts'
import { rounds } from '#testing/rounds.ts'
import { testApp } from '#testing/test-app.ts'

const ROUNDS = rounds(5, 50)

const t = await testApp({ works: false })
let tenant = await aTenant(t.db)
let anna: TestUser
let ben: TestUser
let id: number
beforeEach(async () => {
  tenant = await aTenant(t.db)
  anna = await aUser(t.db, { tenant, roles: ['admin'], name: 'Anna' })
  ben = await aUser(t.db, { tenant, roles: ['admin'], name: 'Ben' })
  id = await aDraft()
})

const aDraft = () => aContentSet(t.db, { tenant, file: aSmallSet(3), isPublished: false })
const detailsOf = async () =>
  contentSets.get.response.parse((await t.as(anna).get(`/content-sets/${id}`)).body)
const elementOf = async (elementId = 0) =>
  contentSets.element.response.parse(
    (await t.as(anna).get(`/content-sets/${id}/elements/${elementId}`)).body,
  )
const save = (by: TestUser, body: object) => t.as(by).put(`/content-sets/${id}/draft`, body)
const publish = (by: TestUser, head_version: number) =>
  t.as(by).post(`/content-sets/${id}/publication`, {
    head_version,
    what_changed: 'Words.',
    is_minor: false,
  })
const statusesOf = (answers: { status: number }[]) =>
  answers.map(({ status }) => status).toSorted((a, b) => a - b)

test('of two authors who save one element in parallel one saves, and the other gets the conflict', async () => {
  const [entry] = (await detailsOf()).outline
  for (let pair = 0; pair < ROUNDS; pair += 1) {
    const { element, version } = await elementOf(entry?.id)
    const renamed = (title: string) => ({
      elements: [{ id: entry?.id, version, element: { ...element, title } }],
    })
    const answers = await Promise.all([
      save(anna, renamed(`Anna ${pair}`)),
      save(ben, renamed(`Ben ${pair}`)),
    ])
    expect(statusesOf(answers)).toEqual([200, 409])
    const winner = answers[0]?.status === 200 ? 'Anna' : 'Ben'
    const saved = { element: { title: `${winner} ${pair}` } }
    expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({
      details: { saved_by: winner, elements: [saved] },
    })
    expect(await elementOf(entry?.id)).toMatchObject({ version: version + 1, ...saved })
  }
})

test('authors who change, add and sort elements in parallel lose nothing', async () => {
  const { outline } = await detailsOf()
  const changes = outline.map(async (entry, index) => {
    const { element, version } = await elementOf(entry.id)
    const changed = { ...element, title: `Changed ${index}` }
    return await save(index === 0 ? ben : anna, {
      elements: [{ id: entry.id, version, element: changed }],
    })
  })
  const { element } = await elementOf(outline[0]?.id)
  const additions = [1, 2, 3].map((n) =>
    t.as(ben).post(`/content-sets/${id}/elements`, {
      element: { ...element, key: `more-${n}`, title: `More ${n}`, statements: [] },
      after: outline[0]?.id,
    }),
  )
  const order = outline.map((entry) => entry.id).toReversed()
  const answers = await Promise.all([...changes, ...additions, save(anna, { order })])
  expect(new Set(statusesOf(answers))).toEqual(new Set([200]))
  const titles = (await detailsOf()).outline.map(({ title }) => title).toSorted()
  expect(titles).toEqual(['Changed 0', 'Changed 1', 'Changed 2', 'More 1', 'More 2', 'More 3'])
})

test('of two parallel publications one succeeds', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    id = await aDraft()
    const { head_version } = await impactOf(t, anna, id)
    const answers = await Promise.all([publish(anna, head_version), publish(ben, head_version)])
    expect(statusesOf(answers)).toEqual([200, 409])
    expect((await detailsOf()).outline).toHaveLength(3)
  }
})

test('a save during publication is either in the edition or refused', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    id = await aDraft()
    const [entry] = (await detailsOf()).outline
    const { element, version } = await elementOf(entry?.id)
    const changed = { ...element, title: 'Late' }
    const { head_version } = await impactOf(t, anna, id)
    const [saved, published] = await Promise.all([
      save(ben, { elements: [{ id: entry?.id, version, element: changed }] }),
      publish(anna, head_version),
    ])
    expect(statusesOf([saved, published])).toEqual([200, 409])
    const { status, outline } = await detailsOf()
    expect(status).toBe(published.status === 200 ? 'published' : 'draft')
    expect(outline[0]?.title).toBe(saved.status === 200 ? 'Late' : element.title)
  }
})

test('two authors who start the next version in parallel get the same draft', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const first = await aContentSet(t.db, { tenant, file: aSmallSet() })
    const ids = await Promise.all([anna, ben].map((by) => aNextDraft(t, by, first)))
    expect(new Set(ids).size).toBe(1)
  }
})

test('an answer that is saved while a minor change moves the assessment is never lost', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const opened = await anOpenAssessment(t)
    const author = await aUser(t.db, { tenant: opened.tenant, roles: ['admin'] })
    const next = await aMinorChange(t, author, opened.contentSetId)
    const job = { tenantId: opened.tenant.id, id: next }
    const [saved] = await Promise.all([
      opened.anna.save(opened.id, choice(opened.first, 1, 1)),
      moveRunning(t.app, job, { number: 1, isLast: false }),
    ])
    expect([200, 404]).toContain(saved.status)
    const { rowCount } = await t.owner.query(
      `select from responses r join statements s on s.id = r.statement_id
       where r.assessment_id = $1 and s.content_set_id = $2`,
      [opened.id, next],
    )
    expect(rowCount).toBe(saved.status === 200 ? 1 : 0)
  }
})
