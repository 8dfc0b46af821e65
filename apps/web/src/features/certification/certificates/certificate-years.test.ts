import { expect, test } from 'vitest'
import { onlyOfYear, validFirst, yearsToChoose } from './certificate-years.ts'

const CERTIFICATES = [
  { id: 1, year: 2022, status: 'valid' },
  { id: 2, year: 2023, status: 'expired' },
  { id: 3, year: 2025, status: 'revoked' },
  { id: 4, year: 2025, status: 'valid' },
] as const

test('valid certificates come first, then the newest', () => {
  expect(validFirst(CERTIFICATES).map(({ id }) => id)).toEqual([4, 1, 3, 2])
})

test('every year with a certificate or an assessment can be chosen, newest first', () => {
  expect(yearsToChoose(CERTIFICATES, [2026, 2025, 2024])).toEqual([2026, 2025, 2024, 2023, 2022])
})

test('a year opens its only certificate', () => {
  const years = [2022, 2025, 2026]
  expect(years.map((year) => onlyOfYear(CERTIFICATES, year))).toEqual([1, null, null])
})
