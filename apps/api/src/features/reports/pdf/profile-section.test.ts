import { expect, test } from 'vitest'
import { buildSnapshot } from '#features/reports/build-snapshot.ts'
import { statementScale } from '#features/reports/page/report-scale.ts'
import { longSet } from '#testing/long-set.ts'
import { reportInput } from '#testing/report-input.ts'
import { profileSection } from './profile-section.ts'

const snapshotOf = (elements: number, responses = 4) =>
  buildSnapshot(reportInput(longSet({ elements, statements: 1, responses })))

test('of more than 40 elements, those without a gap are one line', () => {
  const snapshot = snapshotOf(41)
  const elements = snapshot.elements.map((element, index) =>
    index < 39 ? { ...element, future: element.current } : { ...element, current: 0, future: 1 },
  )
  const { dumbbell, dumbbellRest } = profileSection({ ...snapshot, elements })
  expect(dumbbell.map(({ gap }) => Number(gap) > 0)).toEqual([true, true])
  expect(dumbbellRest?.text).toBe('39 elements without a gap')
  const fewer = profileSection({ ...snapshot, elements: elements.slice(0, 40) })
  expect([fewer.dumbbell.length, fewer.dumbbellRest]).toEqual([40, null])
})

test('the legend names certified levels only if there are some', () => {
  const snapshot = snapshotOf(3)
  expect(profileSection(snapshot).isCertified).toBe(false)
  const [first, ...others] = snapshot.elements
  if (!first) throw new Error('The set is empty.')
  const elements = [{ ...first, certified: 0.5 }, ...others]
  expect(profileSection({ ...snapshot, elements }).isCertified).toBe(true)
})

test.each([
  [4, [0, 1 / 3, 2 / 3, 1]],
  [20, Array.from({ length: 20 }, (_, index) => index / 19)],
  [21, [0, 1]],
])('of %i responses the stops are drawn, or only the ends of a long list', (responses, stops) => {
  const [statement] = snapshotOf(1, responses).elements.flatMap((element) => element.statements)
  expect(statement && statementScale(statement).stops).toEqual(stops)
})
