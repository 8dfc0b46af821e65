import { expect, test } from 'vitest'
import { type ScopePart, countAnsweredOnly } from './scope.ts'

const part = (profile: string | null, answered: number): ScopePart => ({
  level_key: null,
  profile_keys: profile === null ? null : [profile],
  statements: 5,
  answered,
})
const choice = (...profiles: string[]) => ({ scope_levels: null, scope_profiles: profiles })

test('answers that only one of two choices asks are counted, however many statements each asks', () => {
  const parts = [part(null, 4), part('small', 3), part('large', 1), part('large', 0)]
  expect(countAnsweredOnly(parts, choice('small'), choice('large'))).toBe(3)
  expect(countAnsweredOnly(parts, choice('large'), choice('small'))).toBe(1)
  expect(countAnsweredOnly(parts, choice('large'), choice('small', 'large'))).toBe(0)
})
