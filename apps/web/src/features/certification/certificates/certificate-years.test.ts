import { expect, test } from 'vitest'
import { onlyOfYear, validFirst, yearsToChoose } from './certificate-years.ts'

const CERTIFICATES = [
  { id: 1, set: 7, year: 2022, status: 'valid' },
  { id: 2, set: 8, year: 2023, status: 'expired' },
  { id: 3, set: 7, year: 2025, status: 'revoked' },
  { id: 4, set: 7, year: 2025, status: 'valid' },
] as const

test('valid certificates come first, then the newest', () => {
  expect(validFirst(CERTIFICATES).map(({ id }) => id)).toEqual([4, 1, 3, 2])
})

test('every year with a certificate of the set or an assessment can be chosen, newest first', () => {
  const years = [2026, 2025, 2024]
  expect(yearsToChoose(CERTIFICATES, { set: 7, years })).toEqual([2026, 2025, 2024, 2022])
  expect(yearsToChoose(CERTIFICATES, { set: 8, years })).toEqual([2026, 2025, 2024, 2023])
  expect(yearsToChoose(CERTIFICATES, { set: null, years })).toEqual([2026, 2025, 2024, 2023, 2022])
})

test('a year opens its only certificate', () => {
  const years = [2022, 2025, 2026]
  expect(years.map((year) => onlyOfYear(CERTIFICATES, year))).toEqual([1, null, null])
})
