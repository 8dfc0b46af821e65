import { expect, test } from 'vitest'
import { replacedText } from './replaced-label.ts'

const SET = { id: 1, title: 'Care', version: 2, types: ['certification' as const] }

test('a replaced set is named with its types and years, and with its users', () => {
  const all = { ...SET, year_from: 2026, year_to: null, started: 1, not_started: 1200 }
  expect(replacedText(all)).toBe(
    'The new content set replaces “Care”, version 2, for certifications from 2026. 1 user has already started and keeps the old set. 1,200 users who haven’t started get the new set.',
  )
  const one = { ...all, year_to: 2026, types: ['self_assessment' as const], started: 0 }
  expect(replacedText({ ...one, not_started: 1 })).toBe(
    'The new content set replaces “Care”, version 2, for self-assessments in 2026. 1 user who hasn’t started gets the new set.',
  )
  expect(replacedText({ ...all, started: 2 })).toContain(
    '2 users have already started and keep the old set.',
  )
  const both = ['self_assessment' as const, 'certification' as const]
  expect(replacedText({ ...all, types: both, year_to: 2028 })).toContain(
    'for self-assessments and certifications from 2026 to 2028.',
  )
})
