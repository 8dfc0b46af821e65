import { expect, test } from 'vitest'
import { aTinySet, anOpenAssessment } from '#testing/respondent.ts'
import { testApp } from '#testing/test-app.ts'

const t = await testApp()

/** `aTinySet` that passes with the highest response to the first statement of each element. */
function aKnockOutSet() {
  const file = aTinySet()
  for (const { statements } of file.elements) if (statements[0]) statements[0].isKey = true
  const band = { minOverall: 0, minElement: 0, minStatement: 100, of: 'key' }
  return { ...file, certificationBands: [{ label: 'Pass', ...band }] }
}

test('the overview has a verdict once all required elements are complete, and what is missing', async () => {
  const { anna, id, a, b, c } = await anOpenAssessment(t, aKnockOutSet())
  await anna.finish(id, a, 3, 3)
  expect((await anna.overview()).verdict).toBeNull()
  await anna.finish(id, b, 2, 3)
  const { verdict } = await anna.overview()
  expect(verdict).toMatchObject({ band: null, score: 0.75, next: { band: 'Pass', of_key: true } })
  expect(verdict?.next?.missing).toMatchObject({ overall: null, statement_count: 2 })
  await anna.finish(id, b, 3, 3)
  // The key statement of an element that isn't required has no answer.
  expect((await anna.overview()).verdict).toMatchObject({
    band: null,
    next: { missing: { statement_count: 1 } },
  })
  await anna.finish(id, c, 3, 3)
  expect((await anna.overview()).verdict).toEqual({ band: 'Pass', score: 1, next: null })
})

test('without bands there is no verdict', async () => {
  const { anna, id, a, b } = await anOpenAssessment(t)
  for (const element of [a, b]) await anna.finish(id, element)
  expect((await anna.overview()).verdict).toBeNull()
})

test('a set counts from zero, and "not applicable" as it says', async () => {
  const file = { ...aTinySet(), notApplicableCounts: 'full' as const, scoreFrom: 'zero' as const }
  for (const { responses } of file.elements.flatMap(({ statements }) => statements))
    for (const [index, response] of responses.entries()) response.value = index + 1
  const { anna, id, a, second } = await anOpenAssessment(t, file)
  await anna.finish(id, a, 1, 1)
  const scoreOf = async () => (await anna.overview()).elements.find((one) => one.id === a)?.current
  expect(await scoreOf()).toBeCloseTo(1 / 3, 12)
  const saved = (await anna.quiz(id, a)).responses.find(
    (one) => one.statement_id === second.id && one.state === 1,
  )
  const change = {
    key: crypto.randomUUID(),
    statement_id: second.id,
    state: 1,
    version: saved?.version,
  }
  const none = { statement_response_id: null, not_applicable_reason: 'We have none.' }
  expect((await anna.save(id, { ...change, ...none })).status).toBe(200)
  expect(await scoreOf()).toBeCloseTo(2 / 3, 12)
})
