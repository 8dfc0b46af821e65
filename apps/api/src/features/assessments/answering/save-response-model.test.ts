import { assessments, type SavedResponse } from 'contract/assessments'
import type { Statement } from 'contract/listed-statement'
import * as fc from 'fast-check'
import { isRaised } from 'rules/answer-state'
import { expect, test } from 'vitest'
import { anOpenAssessment, anotherAssessment, choice } from '#testing/respondent.ts'
import { rounds } from '#testing/rounds.ts'
import { testApp } from '#testing/test-app.ts'

type Saved = { level: number; reason: string | null; version: number }
/** The model of one statement: a level from 1, 0 for a withdrawn choice. */
type Model = { current: Saved | undefined; future: Saved | undefined; changes: number }
type Change = {
  state: 1 | 2
  level: number
  reason: string | null
  isStale: boolean
  isSentTwice: boolean
}

const t = await testApp({ works: false })
const { tenant } = await anOpenAssessment(t)

const change: fc.Arbitrary<Change> = fc.record({
  state: fc.constantFrom(1, 2),
  level: fc.integer({ min: 0, max: 3 }),
  reason: fc.option(fc.constant('It does not apply'), { freq: 5 }),
  isStale: fc.nat({ max: 9 }).map((dice) => dice === 0),
  isSentTwice: fc.boolean(),
})
test('after any changes in any order, with others saving, a statement is as the model says', async () => {
  const some = fc.array(change, { minLength: 1, maxLength: 12 })
  const several = fc.array(some, { minLength: 1, maxLength: 6 })
  await fc.assert(
    fc.asyncProperty(several, async (people) => void (await Promise.all(people.map(goThrough)))),
    { numRuns: rounds(12, 100) },
  )
})

async function goThrough(changes: Change[]) {
  const { anna, id, a, second: statement } = await anotherAssessment(t, tenant)
  let model: Model = { current: undefined, future: undefined, changes: 0 }
  for (const each of changes) {
    const body = bodyOf(statement, each, model)
    const next = apply(model, each)
    const answers = [await anna.save(id, body)]
    if (each.isSentTwice) answers.push(await anna.save(id, body))
    for (const { status, body: answer, text } of answers) {
      expect(status, text).toBe(next.status)
      if (status !== 200) continue
      const { responses } = assessments.save.response.parse(answer)
      expect(read(statement, responses)).toEqual(shown(next.model))
    }
    model = next.model
  }
  const { responses } = await anna.quiz(id, a)
  expect(read(statement, responses)).toEqual(shown(model))
  const [element] = (await anna.overview()).elements
  expect(element?.answered).toBe(isAnswered(model) ? 1 : 0)
  const rows = await t.sql`
    select count(*)::int as count from response_events where assessment_id = ${id}`
  expect(rows).toEqual([{ count: model.changes }])
}

function bodyOf(statement: Statement, { state, level, reason, isStale }: Change, model: Model) {
  const version = versionOf(state === 1 ? model.current : model.future)
  return {
    ...choice(statement, state, level, isStale ? version + 1 : version),
    not_applicable_reason: reason,
  }
}

function apply(model: Model, change: Change): { model: Model; status: number } {
  const status = refusalOf(model, change)
  if (status !== undefined) return { model, status }
  const { state, level, reason } = change
  const { current, future, changes } = model
  const changed = state === 1 ? current : future
  const saved = { level, reason, version: versionOf(changed) + 1 }
  if (state === 2) return done({ current, future: saved, changes: changes + 1 })
  if (!future || !isRaised(valueOf(level), valueOf(future.level)))
    return done({ current: saved, future, changes: changes + 1 })
  const raised = { level, reason: null, version: future.version + 1 }
  return done({ current: saved, future: raised, changes: changes + 2 })
}

function refusalOf({ current }: Model, { state, level, reason, isStale }: Change) {
  const hasWrongReason = reason !== null && (state === 2 || level > 0)
  const isBelow = state === 2 && isRaised(valueOf(levelOf(current)), valueOf(level))
  if (hasWrongReason || isBelow) return 400
  return isStale ? 409 : undefined
}

function levelOf(saved: Saved | undefined) {
  return saved?.level ?? 0
}

/** A higher level has a higher value. */
function valueOf(level: number) {
  return level === 0 ? undefined : level
}

function versionOf(saved: Saved | undefined) {
  return saved?.version ?? 0
}

function done(model: Model) {
  return { model, status: 200 }
}

function isAnswered({ current, future }: Model) {
  return current?.reason || (levelOf(current) > 0 && levelOf(future) > 0)
}

function shown({ current, future }: Model) {
  return [current && { state: 1, ...current }, future && { state: 2, ...future }].filter(Boolean)
}

function read(statement: Statement, responses: SavedResponse[]) {
  return responses
    .filter((saved) => saved.statement_id === statement.id)
    .map(({ state, statement_response_id, not_applicable_reason: reason, version }) => ({
      state,
      level: statement.statement_responses.findIndex(({ id }) => id === statement_response_id) + 1,
      reason,
      version,
    }))
}
