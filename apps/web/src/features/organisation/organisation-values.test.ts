import { expect, test } from 'vitest'
import { inWords, type OrganisationValues } from './organisation-values.ts'

const BASE: OrganisationValues = {
  name: 'Northfield Trust',
  domain: 'northfield',
  time_zone: 'Europe/London',
  retention_years: null,
  sign_in_mode: 'credentials',
  is_mfa_required: false,
  brand_colour: '#1C5C46',
  auditor: [4],
  attachment_quota: 5 * 1024 ** 3,
}

test('values are compared in words', () => {
  const words = (name: keyof OrganisationValues, values = BASE) =>
    inWords(name, values, (id) => `Auditor ${id}`)
  expect(words('auditor')).toBe('Auditor 4')
  expect(words('retention_years')).toBe('Kept without end')
  expect(words('retention_years', { ...BASE, retention_years: 7 })).toBe('7 years')
  expect(words('attachment_quota')).toBe('5 GB')
  expect(words('sign_in_mode')).toBe('Email and password')
})
