import type { Overview } from 'contract/assessments'
import { expect, test } from 'vitest'
import { positionText } from './position-text.ts'

const SET = { scale: null, lowest_level: 1 } as Overview['content_set']

test.each([
  [0.5, 0.4, 'Now at 50%, up from 40% in 2025.'],
  [0.3, 0.4, 'Now at 30%, down from 40% in 2025.'],
  // Both are shown as 40%.
  [0.404, 0.4, 'Now at 40%, as in 2025.'],
  [0.5, null, 'Now at 50%.'],
  [null, 0.4, ''],
])('a report at %j after one at %j says “%s”', (now, before, text) => {
  const own = { year: 2026, current: now }
  expect(positionText(own, { year: 2025, current: before }, { content_set: SET })).toBe(text)
  expect(positionText(own, undefined, { content_set: SET })).toBe(
    now === null ? '' : `Now at ${formatted(now)}.`,
  )
})

const formatted = (score: number) => `${Math.round(score * 100)}%`

test('on a scale it is a level', () => {
  const content_set = {
    scale: ['Low', 'Middle', 'High'],
    lowest_level: 1,
  } as Overview['content_set']
  expect(positionText({ year: 2026, current: 0.5 }, undefined, { content_set })).toBe('Now at 2.0.')
})
