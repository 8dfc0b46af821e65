import { expect, test } from 'vitest'
import { anOpenAssessment, choice } from '#testing/respondent.ts'
import { rounds } from '#testing/rounds.ts'
import { testApp } from '#testing/test-app.ts'

const ROUNDS = rounds(5, 50)

const t = await testApp({ works: false })

type Opened = Awaited<ReturnType<typeof anOpenAssessment>>

/** The versions of both states, once the future one is found to be no lower than the current one. */
async function versionsInOrder({ anna, id, a, first }: Opened) {
  const { responses } = await anna.quiz(id, a)
  const [current, future] = [1, 2].map((state) => responses.find((saved) => saved.state === state))
  const level = (saved: typeof current) =>
    first.statement_responses.findIndex(({ id }) => id === saved?.statement_response_id)
  expect(level(future) === -1 || level(current) <= level(future)).toBe(true)
  return [current?.version ?? 0, future?.version ?? 0] as const
}

test('the future is never below the current when both are first chosen on two devices', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const opened = await anOpenAssessment(t)
    const { anna, id, first } = opened
    await Promise.all([anna.save(id, choice(first, 1, 3)), anna.save(id, choice(first, 2, 1))])
    await versionsInOrder(opened)
  }
})

test('the future is never below the current when both are changed in parallel', async () => {
  const opened = await anOpenAssessment(t)
  const { anna, id, first } = opened
  let [current, future] = [0, 0]
  for (let round = 0; round < ROUNDS; round += 1) {
    await anna.save(id, choice(first, 1, 1, current))
    await anna.save(id, choice(first, 2, 2, future))
    await Promise.all([
      anna.save(id, choice(first, 1, 2, current + 1)),
      anna.save(id, choice(first, 2, 1, future + 1)),
    ])
    ;[current, future] = await versionsInOrder(opened)
  }
})

test('an element is never complete with a response that was withdrawn at the same moment', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const { anna, id, a, first } = await anOpenAssessment(t)
    await anna.finish(id, a)
    await anna.save(id, choice(first, 1, 1, 1))
    await Promise.all([anna.complete(id, a), anna.save(id, choice(first, 1, 0, 2))])
    const [element] = (await anna.overview()).elements
    expect(element?.is_complete && element.answered < element.total).toBe(false)
  }
})
