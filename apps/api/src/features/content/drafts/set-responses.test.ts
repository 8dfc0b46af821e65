import { ContentSetFile } from 'contract/content-format'
import { contentSets } from 'contract/content-sets'
import type { DraftResponse } from 'contract/draft'
import { expect, test } from 'vitest'
import { aContentSet, aTenant, aUser } from '#testing/factories.ts'
import { testApp } from '#testing/test-app.ts'

const t = await testApp({ works: false })
const tenant = await aTenant(t.db)
const admin = await aUser(t.db, { tenant, roles: ['admin'] })

const detailsOf = async (id: number) =>
  contentSets.get.response.parse((await t.as(admin).get(`/content-sets/${id}`)).body)
const elementOf = async (id: number, elementId = 0) =>
  contentSets.element.response.parse(
    (await t.as(admin).get(`/content-sets/${id}/elements/${elementId}`)).body,
  ).element
const response = (key: string, value: number): DraftResponse => ({
  key,
  label: `Level ${value}`,
  description: `What level ${value} looks like`,
  value,
  action: value === 0 ? '' : `Reach level ${value}.`,
  effort: null,
  benefit: null,
  asksForEvidence: false,
})
const SHARED = [response('a', 0), response('b', 1)]

test('a new content set can have responses for all its statements', async () => {
  const body = { title: 'Shared', responses: SHARED }
  const { id } = contentSets.create.response.parse(
    (await t.as(admin).post('/content-sets', body)).body,
  )
  expect((await detailsOf(id)).head.responses).toEqual(SHARED)
})

test('statements keep the responses of their set in the edition and in the draft of the next one', async () => {
  const responses = [
    { key: 'a', label: 'No', description: 'Nothing is agreed.', value: 0 },
    { key: 'b', label: 'Yes', description: 'It is agreed.', value: 1, action: 'Agree it.' },
  ]
  const own = {
    key: 'S1',
    text: 'It is tested.',
    responses: [...responses, { key: 'c', label: 'Often', value: 2 }],
  }
  const others = ['S2', 'S3'].map((key) => ({ key, text: `We follow ${key}.` }))
  const file = ContentSetFile.parse({
    format: 'content-set/1',
    title: 'Shared',
    responses,
    elements: [{ key: 'E1', title: 'Plans', statements: [own, ...others] }],
  })
  const id = await aContentSet(t.db, { tenant, file })
  const ownOf = async (set: number) => {
    const { outline, head } = await detailsOf(set)
    expect(head.responses).toMatchObject(responses)
    const { statements } = await elementOf(set, outline[0]?.id)
    return [
      statements.map((one) => one.responses.length),
      outline[0]?.statements.map(({ has_own }) => has_own),
    ]
  }
  expect(await ownOf(id)).toEqual([
    [3, 0, 0],
    [undefined, undefined, undefined],
  ])
  const next = (await t.as(admin).post(`/content-sets/${id}/versions`)).body as { id: number }
  expect(await ownOf(next.id)).toEqual([
    [3, 0, 0],
    [true, false, false],
  ])
})

test('a fault in the responses of the set names the response', async () => {
  const { id } = contentSets.create.response.parse(
    (
      await t
        .as(admin)
        .post('/content-sets', { title: 'Faulty', responses: [response('a', 2), response('b', 1)] })
    ).body,
  )
  const { faults } = contentSets.faults.response.parse(
    (await t.as(admin).get(`/content-sets/${id}/faults`)).body,
  )
  expect(faults).toContainEqual({
    element_id: null,
    statement: null,
    response: 'b',
    field: 'value',
    message: 'Must be at least 2, the value of the previous response',
  })
})
