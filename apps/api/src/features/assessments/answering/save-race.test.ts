import type { Statement } from 'contract/assessments'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aContentSet, aTenant, aUser } from '#testing/factories.ts'
import { type Respondent, aRespondent, aTinySet, choice } from '#testing/respondent.ts'
import { type TestApp, startTestApp } from '#testing/test-app.ts'
import { rounds } from '#testing/rounds.ts'

const ROUNDS = rounds(5, 50)

let t: TestApp
beforeAll(async () => {
  t = await startTestApp({ works: false })
})
afterAll(() => t.close())

async function anAssessment() {
  const tenant = await aTenant(t.db)
  await aContentSet(t.db, { tenant, file: aTinySet() })
  const anna: Respondent = aRespondent(t, await aUser(t.db, { tenant }))
  const id = await anna.open()
  const elementId = (await anna.overview()).elements[0]?.id ?? 0
  const [first, second] = (await anna.quiz(id, elementId)).statements
  if (!first || !second) throw new Error('The element has two statements.')
  return { anna, id, elementId, first, second }
}
const level = (statement: Statement, responseId: number | null | undefined) =>
  statement.statement_responses.findIndex((response) => response.id === responseId) + 1

test('the future is never below the current, also when both are first chosen at once on two devices', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const { anna, id, elementId, first } = await anAssessment()
    await Promise.all([anna.save(id, choice(first, 1, 3)), anna.save(id, choice(first, 2, 1))])
    expect(await levels(anna, id, elementId, first)).toSatisfy(isOrdered)
  }
})

test('the future is never below the current, also when both are changed at once', async () => {
  const { anna, id, elementId, first } = await anAssessment()
  let versions = [0, 0]
  for (let round = 0; round < ROUNDS; round += 1) {
    const [current = 0, future = 0] = versions
    await anna.save(id, choice(first, 1, 1, current))
    await anna.save(id, choice(first, 2, 2, future))
    await Promise.all([
      anna.save(id, choice(first, 1, 2, current + 1)),
      anna.save(id, choice(first, 2, 1, future + 1)),
    ])
    expect(await levels(anna, id, elementId, first)).toSatisfy(isOrdered)
    const { responses } = await anna.quiz(id, elementId)
    versions = [1, 2].map((state) => responses.find((saved) => saved.state === state)?.version ?? 0)
  }
})

test('an element is never complete with a statement that was withdrawn at the same moment', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const { anna, id, elementId, first } = await anAssessment()
    await anna.finish(id, elementId)
    await anna.save(id, choice(first, 1, 1, 1))
    await Promise.all([anna.complete(id, elementId), anna.save(id, choice(first, 1, 0, 2))])
    const [element] = (await anna.overview()).elements
    expect(element?.is_complete && element.answered < element.total).toBe(false)
  }
})

async function levels(anna: Respondent, id: number, elementId: number, statement: Statement) {
  const { responses } = await anna.quiz(id, elementId)
  return [1, 2].map((state) =>
    level(statement, responses.find((saved) => saved.state === state)?.statement_response_id),
  )
}

function isOrdered([current = 0, future = 0]: number[]) {
  return future === 0 || current <= future
}
