import { expect, test } from 'vitest'
import { NOTES, NOT_APPLICABLE, demoAnswers } from './demo-answers.ts'
import { demoSet } from './demo-set.ts'
import { DEMO_USERS, DEMO_TENANTS } from './demo-users.ts'

const set = demoSet()

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
  const roles = new Set(DEMO_USERS.flatMap(({ roles: some }) => (some.length > 0 ? some : 'user')))
  expect([...roles].sort()).toEqual(['admin', 'auditor', 'god-admin', 'user'])
  const domains = new Set(DEMO_TENANTS.map(({ domain }) => domain))
  expect(DEMO_USERS.filter(({ tenant }) => !domains.has(tenant))).toEqual([])
})

test('at least four users of one organisation completed elements last year', () => {
  const complete = DEMO_USERS.filter(
    (person) =>
      person.tenant === 'northfield' &&
      demoAnswers(set, person, 'last-year').some(({ isComplete }) => isComplete),
  )
  expect(complete.length).toBeGreaterThanOrEqual(4)
})

test('no future response is below the current one, and every note and reason is used', () => {
  const all = DEMO_USERS.flatMap((person) =>
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
