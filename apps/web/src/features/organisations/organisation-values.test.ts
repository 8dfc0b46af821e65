import { expect, test } from 'vitest'
import { valueText, type OrganisationValues } from './organisation-values.ts'

const BASE: OrganisationValues = {
  name: 'Northfield Trust',
  domain: 'northfield',
  time_zone: 'Europe/London',
  retention_years: null,
  sign_in_mode: 'credentials',
  is_mfa_required: false,
  brand_colour: '#1C5C46',
  image: null,
  auditor: [4],
  attachment_quota: 5 * 1024 ** 3,
}

test('each value has a text for comparison', () => {
  const textOf = (name: keyof OrganisationValues, values = BASE) =>
    valueText(name, values, (id) => `Auditor ${id}`)
  expect(textOf('auditor')).toBe('Auditor 4')
  expect(textOf('retention_years')).toBe('Keep indefinitely')
  expect(textOf('retention_years', { ...BASE, retention_years: 7 })).toBe('7 years')
  expect(textOf('attachment_quota')).toBe('5 GB')
  expect(textOf('sign_in_mode')).toBe('Email and password')
  expect(textOf('image')).toBe('No logo')
  expect(textOf('image', { ...BASE, image: 'f'.repeat(64) })).toBe('Saved logo')
  expect(textOf('image', { ...BASE, image: 'data:image/png;base64,AA==' })).toBe('New logo')
})
