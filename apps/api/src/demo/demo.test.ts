import { STATE, elementScore, levelOf, type ScoredAnswer } from 'rules/scores'
import { expect, test } from 'vitest'
import { NOTES, NOT_APPLICABLE, demoAnswers, type DemoElement } from './demo-answers.ts'
import { demoSet } from './demo-set.ts'
import { DEMO_PEOPLE, DEMO_TENANTS } from './people.ts'

const set = demoSet()
const lead = DEMO_PEOPLE.find(({ name }) => name === 'Resilience Lead')

test('the demo content set has 8 elements, 48 statements and 4 named levels', () => {
  const statements = set.elements.flatMap((element) => element.statements)
  expect([set.elements.length, statements.length, set.scale?.length]).toEqual([8, 48, 4])
  const incomplete = statements.filter(
    ({ guidance, responses }) =>
      !guidance ||
      !responses.every(({ description }) => description) ||
      !responses.slice(1).every(({ action, effort, benefit }) => action && effort && benefit),
  )
  expect(incomplete).toEqual([])
  expect(set.elements.every(({ reportBands }) => reportBands?.length === 4)).toBe(true)
})

test('the demo has users of every role, each in a demo organisation', () => {
  const roles = new Set(DEMO_PEOPLE.flatMap(({ roles: some }) => (some.length > 0 ? some : 'user')))
  expect([...roles].sort()).toEqual(['admin', 'auditor', 'god-admin', 'user'])
  const domains = new Set(DEMO_TENANTS.map(({ domain }) => domain))
  expect(DEMO_PEOPLE.filter(({ tenant }) => !domains.has(tenant))).toEqual([])
})

test('the Resilience Lead has completed four elements this year and started two', () => {
  const elements = lead ? demoAnswers(set, lead, 'this-year') : []
  expect(elements.map(({ answers }) => answers.length)).toEqual([6, 5, 7, 7, 3, 2, 0, 0])
  expect(elements.findLastIndex(({ isComplete }) => isComplete)).toBe(3)
  const levels = elements
    .slice(0, 6)
    .map((element) => [levelIn(element, STATE.current), levelIn(element, STATE.future)].join(' '))
  expect(levels).toEqual(['2.8 3.5', '2.4 3.4', '3.0 3.6', '2.1 3.7', '1.7 3.0', '2.5 3.5'])
})

test('at least four users of one organisation completed elements last year', () => {
  const complete = DEMO_PEOPLE.filter(
    (person) =>
      person.tenant === 'northfield' &&
      demoAnswers(set, person, 'last-year').some(({ isComplete }) => isComplete),
  )
  expect(complete.length).toBeGreaterThanOrEqual(4)
})

test('no future response is below the current one, and every note and reason is used', () => {
  const all = DEMO_PEOPLE.flatMap((person) =>
    (['last-year', 'this-year'] as const).flatMap((year) => demoAnswers(set, person, year)),
  )
  const answers = all.flatMap((element) => element.answers)
  const reasons = answers.filter(({ notApplicableReason }) => notApplicableReason)
  expect(
    answers.every(
      ({ current, future }) => Number(future?.at(-1) ?? 0) >= Number(current?.at(-1) ?? 0),
    ),
  ).toBe(true)
  expect(answers.filter(({ note }) => note)).toHaveLength(Object.keys(NOTES).length)
  expect(reasons).toHaveLength(Object.keys(NOT_APPLICABLE).length)
  const statements = set.elements.flatMap((element) => element.statements)
  const allowed = new Set(statements.filter((s) => s.allowsNotApplicable).map(({ key }) => key))
  expect(reasons.every(({ statement }) => allowed.has(statement))).toBe(true)
})

function levelIn({ element, answers }: DemoElement, state: 1 | 2) {
  const position = (key: string) => Number(key.at(-1))
  const statements = (set.elements.find(({ key }) => key === element)?.statements ?? []).map(
    (statement, id) => ({
      id,
      weight: statement.weight,
      responses: statement.responses.map(({ value }) => ({ id: value, value })),
    }),
  )
  const chosen = answers.map(({ current, future }, id): [number, ScoredAnswer] => [
    id,
    { current: position(current ?? ''), future: position(future ?? ''), notApplicable: false },
  ])
  const score = elementScore({ id: 1, weight: 1, statements }, new Map(chosen), state)
  return levelOf(score ?? 0, 4).toFixed(1)
}

test('the upper two responses of seven statements require evidence', () => {
  const asking = set.elements
    .flatMap(({ statements }) => statements)
    .filter(({ responses }) => responses.some(({ asksForEvidence }) => asksForEvidence))
  expect(asking.map(({ key }) => key).join()).toBe('GOV-3,TEC-1,TEC-5,SUP-3,INC-3,TST-2,LRN-1')
  const levels = asking.map(({ responses }) =>
    responses.filter(({ asksForEvidence }) => asksForEvidence).map(({ value }) => value),
  )
  expect(new Set(levels.map(String))).toEqual(new Set(['3,4']))
})
